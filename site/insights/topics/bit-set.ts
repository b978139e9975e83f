/** A set of small whole numbers, a bit each: a hundred thousand are compared in microseconds. */
export class BitSet {
  #words = new Int32Array(32);

  has(member: number): boolean {
    return ((this.#words[member >> 5] ?? 0) & (1 << (member & 31))) !== 0;
  }

  add(member: number): void {
    this.#makeRoom((member >> 5) + 1);
    this.#words[member >> 5] = (this.#words[member >> 5] ?? 0) | (1 << (member & 31));
  }

  remove(member: number): void {
    const word = this.#words[member >> 5];
    if (word !== undefined) this.#words[member >> 5] = word & ~(1 << (member & 31));
  }

  addAll(other: BitSet): void {
    const words = other.#words;
    this.#makeRoom(words.length);
    for (let at = 0; at < words.length; at++) {
      this.#words[at] = (this.#words[at] ?? 0) | (words[at] ?? 0);
    }
  }

  /** How many numbers both sets hold. */
  countShared(other: BitSet): number {
    const words = this.#words;
    const others = other.#words;
    const length = Math.min(words.length, others.length);
    let count = 0;
    for (let at = 0; at < length; at++) count += countBits((words[at] ?? 0) & (others[at] ?? 0));
    return count;
  }

  #makeRoom(length: number): void {
    if (length <= this.#words.length) return;
    const larger = new Int32Array(Math.ceil(length * 1.5));
    larger.set(this.#words);
    this.#words = larger;
  }
}

/** The bits of a word that are 1, counted by twos, fours and eights (Warren, Hacker's Delight, 5-1). */
function countBits(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
