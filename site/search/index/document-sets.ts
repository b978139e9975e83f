import type { Range } from './text/sorted-sequence.ts';

/*
 * Sets of documents in their three forms: rows of bits, lists of postings, and the candidates of a
 * search, which are a range intersected with rows.
 */

/** A row of bits, 32 documents a word: word `offset + (d >>> 5)` holds document d. */
export type BitRow = { readonly words: Int32Array; readonly offset: number };

/** The number of words of a row over `size` documents. */
export function rowLength(size: number): number {
  return (size + 31) >>> 5;
}

/** The number of set bits, counted in pairs, fours and bytes at once (Hacker's Delight, figure 5-2). */
export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The index of the lowest set bit. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/**
 * A mutable set of documents as bits, with a summary bit for each word that may not be empty, so that
 * a small set in a large collection is read and emptied without visiting every word.
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

  /** Notes that the words from `start` to below `end` may not be empty. */
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

/**
 * Lists of documents, ascending, delta-encoded as LEB128 varints: the distances between documents (the
 * first from -1), seven bits a byte, low bits first, the high bit set where more follow.
 */
export type PostingData = {
  /** The number of documents of each list, stored or not. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Where each list begins in `bytes`, and where a list after the last would. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/**
 * Stores the lists with at most `longest` documents, and of longer ones only their number. `each`
 * calls `visit` for every list and document in it, documents ascending.
 */
export function buildPostings(
  lists: number,
  longest: number,
  each: (visit: (list: number, document: number) => void) => void,
): PostingData {
  const counts = new Uint32Array(lists);
  const sizes = new Uint32Array(lists);
  // The document after the last one of each list, so that 0 is before the first.
  const last = new Uint32Array(lists);
  each((list, document) => {
    const before = last[list] ?? 0;
    if (before === document + 1) return;
    last[list] = document + 1;
    counts[list] = (counts[list] ?? 0) + 1;
    sizes[list] = (sizes[list] ?? 0) + varintSize(document + 1 - before);
  });

  const offsets = new Uint32Array(lists + 1);
  for (let list = 0; list < lists; list++) {
    const size = (counts[list] ?? 0) > longest ? 0 : (sizes[list] ?? 0);
    offsets[list + 1] = (offsets[list] ?? 0) + size;
  }

  const bytes = new Uint8Array(offsets[lists] ?? 0);
  const next = offsets.slice();
  last.fill(0);
  each((list, document) => {
    if ((counts[list] ?? 0) > longest) return;
    const before = last[list] ?? 0;
    if (before === document + 1) return;
    last[list] = document + 1;
    let at = next[list] ?? 0;
    let distance = document + 1 - before;
    while (distance > 0x7f) {
      bytes[at++] = (distance & 0x7f) | 0x80;
      distance >>>= 7;
    }
    bytes[at++] = distance;
    next[list] = at;
  });
  return { counts, offsets, bytes };
}

function varintSize(distance: number): number {
  let size = 1;
  for (let rest = distance >>> 7; rest !== 0; rest >>>= 7) size++;
  return size;
}

/** Adds the documents of a list that lie in a range to a set. */
export function addPostings(
  { offsets, bytes }: PostingData,
  list: number,
  range: Range,
  { words, summary }: HitSet,
): void {
  const end = offsets[list + 1] ?? 0;
  let document = -1;
  for (let at = offsets[list] ?? 0; at < end; ) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    document += distance;
    if (document < range.start) continue;
    if (document >= range.end) return;
    const word = document >>> 5;
    words[word] = (words[word] ?? 0) | (1 << (document & 31));
    summary[word >>> 5] = (summary[word >>> 5] ?? 0) | (1 << (word & 31));
  }
}

/** The documents that pass all filters but the text: those of a range that are in every mask. */
export type Candidates = { readonly range: Range; readonly masks: readonly BitRow[] };

/** The candidates among the 32 documents of one word. */
export function candidateBits({ range, masks }: Candidates, word: number): number {
  let bits = bitsOfRange(word, range);
  for (let i = 0; i < masks.length && bits !== 0; i++) {
    const mask = masks[i];
    if (mask !== undefined) bits &= mask.words[mask.offset + word] ?? 0;
  }
  return bits;
}

export function countCandidates(candidates: Candidates): number {
  const { range, masks } = candidates;
  if (masks.length === 0) return range.end - range.start;
  let count = 0;
  const end = rowLength(range.end);
  for (let word = range.start >>> 5; word < end; word++) {
    count += countBits(candidateBits(candidates, word));
  }
  return count;
}

/** The bits of one word that lie in a range. */
function bitsOfRange(word: number, { start, end }: Range): number {
  const first = word << 5;
  if (first >= start && first + 32 <= end) return -1;
  if (first + 32 <= start || first >= end) return 0;
  const from = first < start ? -1 << (start - first) : -1;
  const below = first + 32 > end ? ~(-1 << (end - first)) : -1;
  return from & below;
}
