import { LRUCache } from 'lru-cache';
import type { PublishedFile } from '../http/published-file.ts';

/** Measured overhead of a file: 2 kB of the allocator, 4 kB of heap for handles and tags. */
const OVERHEAD_BYTES = 6 * 1024;

/** A file that was made of the release with an ordinal. */
type Remembered = { readonly ordinal: number; readonly file: PublishedFile<unknown> };

/**
 * Pages or answers by their request, within a bound of bytes: the least recently used are forgotten
 * first, and one that is larger than the bound is not remembered.
 */
export class ReplyMemory<Value extends Remembered> {
  readonly #values: LRUCache<string, Value>;

  constructor(maxBytes: number) {
    // The cache does not accept 0 for nothing.
    this.#values = new LRUCache<string, Value>({
      maxSize: maxBytes || 1,
      sizeCalculation: (value, key) => sizeOf(value, key),
    });
  }

  /** Returns the value with a key, if it was made of the release with this ordinal. */
  get(ordinal: number, key: string): Value | undefined {
    const value = this.#values.get(key);
    return value?.ordinal === ordinal ? value : undefined;
  }

  /** Returns the value with a key, of any release. */
  getAny(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}

function sizeOf({ file: { identity, coded } }: Remembered, key: string): number {
  const made = [identity, ...coded.values()].filter(({ body }) => body !== undefined);
  // Keys are ASCII.
  return made.reduce((sum, { length }) => sum + length, OVERHEAD_BYTES + key.length);
}
