import type { Range } from './sorted-sequence.ts';

/** Bits of documents, 32 a word: word `offset + (d >>> 5)` holds document d. */
export type BitRow = { readonly words: Int32Array; readonly offset: number };

/** How many words a row over `size` documents takes. */
export function rowLength(size: number): number {
  return (size + 31) >>> 5;
}

/** How many bits are set: in pairs, fours and bytes at once (Hacker's Delight, figure 5-2). */
export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * A set of documents as bits, with a bit above for each word that may not be empty, so that a small
 * set in a large collection is emptied and read without a look at every word.
 */
export class HitSet {
  readonly words: Int32Array;
  readonly summary: Int32Array;

  constructor(size: number) {
    this.words = new Int32Array(rowLength(size));
    this.summary = new Int32Array(rowLength(this.words.length));
  }

  add(document: number): void {
    const word = document >>> 5;
    this.words[word] = (this.words[word] ?? 0) | (1 << (document & 31));
    this.summary[word >>> 5] = (this.summary[word >>> 5] ?? 0) | (1 << (word & 31));
  }

  /** Adds the documents of a row that share a word with `range`, or lie in it. */
  addRow(row: BitRow, range: Range): void {
    const { words } = this;
    const end = rowLength(range.end);
    const shift = row.offset;
    const source = row.words;
    for (let word = range.start >>> 5; word < end; word++) {
      words[word] = (words[word] ?? 0) | (source[shift + word] ?? 0);
    }
    this.#mark(range.start >>> 5, end);
  }

  /** Says that the words from `start` to below `end` may not be empty. */
  #mark(start: number, end: number): void {
    const { summary } = this;
    for (let word = start; word < end; ) {
      if ((word & 31) === 0 && word + 32 <= end) {
        summary[word >>> 5] = -1;
        word += 32;
      } else {
        summary[word >>> 5] = (summary[word >>> 5] ?? 0) | (1 << (word & 31));
        word++;
      }
    }
  }

  /** Puts all documents of a range into an empty set. */
  addAll({ start, end }: Range): void {
    if (start >= end) return;
    this.words.fill(-1, start >>> 5, rowLength(end));
    this.#mark(start >>> 5, rowLength(end));
  }

  /** Empties the set, however full it is. */
  clear(): void {
    this.words.fill(0);
    this.summary.fill(0);
  }
}

/** The place of the lowest bit that is set. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
