/** How often each key occurs. Keys that do not occur are not held. */
export class Counts<Key> {
  readonly #counts = new Map<Key, number>();

  add(key: Key): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  remove(key: Key): void {
    const count = this.of(key) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** How many keys occur. */
  get size(): number {
    return this.#counts.size;
  }

  /** The keys that occur, in no particular order. */
  keys(): Iterable<Key> {
    return this.#counts.keys();
  }
}
