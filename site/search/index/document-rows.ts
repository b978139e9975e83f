import type { DocumentLists } from './index-data.ts';

/**
 * A set of documents, as a row of bits: bit `d & 31` of number `d >>> 5` is document d. Bits after
 * the last document are never set.
 */
export type DocumentRow = Int32Array;

export function rowLength(size: number): number {
  return (size + 31) >>> 5;
}

export function addTo(row: DocumentRow, document: number): void {
  row[document >>> 5] = (row[document >>> 5] ?? 0) | (1 << (document & 31));
}

/** Adds the documents of a list. */
export function addList(row: DocumentRow, lists: DocumentLists, list: number): void {
  const start = lists.listStarts[list] ?? 0;
  const end = lists.listStarts[list + 1] ?? 0;
  for (let at = start; at < end; at++) addTo(row, lists.documents[at] ?? 0);
}

export function holds(row: DocumentRow, document: number): boolean {
  return ((row[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0;
}

/** The documents from `start` to below `end`, among `size`. */
export function rowOfRange(size: number, start: number, end: number): DocumentRow {
  const row = new Int32Array(rowLength(size));
  for (let at = start >>> 5; at << 5 < end; at++) row[at] = bitsOfRange(at, start, end);
  return row;
}

/** Removes from a row everything that is not in another one. */
export function intersect(row: DocumentRow, other: DocumentRow): void {
  for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) & (other[at] ?? 0);
}

export function unite(row: DocumentRow, other: DocumentRow): void {
  for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) | (other[at] ?? 0);
}

/** The documents in a row from `start` to below `end`, ascending. */
export function* documentsIn(
  row: DocumentRow,
  start = 0,
  end = row.length << 5,
): Generator<number, void> {
  for (let at = start >>> 5; at << 5 < end; at++) {
    let bits = (row[at] ?? 0) & bitsOfRange(at, start, end);
    for (; bits !== 0; bits &= bits - 1) yield (at << 5) | (31 - Math.clz32(bits & -bits));
  }
}

/** The number of documents in both of two rows. */
export function countBoth(row: DocumentRow, other: DocumentRow): number {
  let count = 0;
  for (let at = 0; at < row.length; at++) count += countBits((row[at] ?? 0) & (other[at] ?? 0));
  return count;
}

/** The number of documents from `start` to below `end` in a row. */
export function countWithin(row: DocumentRow, start: number, end: number): number {
  let count = 0;
  for (let at = start >>> 5; at << 5 < end; at++) {
    count += countBits((row[at] ?? 0) & bitsOfRange(at, start, end));
  }
  return count;
}

/** The number of set bits, counted in pairs, fours and bytes at once (Hacker's Delight, figure 5-2). */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The bits of one number within a range. */
function bitsOfRange(at: number, start: number, end: number): number {
  const first = at << 5;
  if (first + 32 <= start || first >= end) return 0;
  const from = first < start ? -1 << (start - first) : -1;
  const below = first + 32 > end ? ~(-1 << (end - first)) : -1;
  return from & below;
}
