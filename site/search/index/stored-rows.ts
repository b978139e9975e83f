import { type BitRow, HitSet, rowLength } from './hit-set.ts';
import type { Range } from './sorted-sequence.ts';

/**
 * The documents of some intervals of a sorted order, worked out beforehand: those whose union would
 * take long. Intervals are disjoint or nested, and stand by start ascending, end descending.
 */
export type StoredRows = {
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  /** One row after the other. */
  readonly words: Int32Array<ArrayBuffer>;
};

/** An interval as the rows stored for parts of it, and what no row covers. */
export type Cover = { readonly rows: readonly number[]; readonly gaps: readonly Range[] };

/** Marks the documents of an interval. */
export type MarkRange = (range: Range, hits: HitSet) => void;

/** Stores a row for each interval; intervals given twice are stored once. */
export function storeRows(ranges: readonly Range[], size: number, mark: MarkRange): StoredRows {
  const sorted = ranges
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }, i, all) => start !== all[i - 1]?.start || end !== all[i - 1]?.end);
  const length = rowLength(size);
  const rows = {
    starts: Uint32Array.from(sorted, ({ start }) => start),
    ends: Uint32Array.from(sorted, ({ end }) => end),
    words: new Int32Array(sorted.length * length),
  };
  const hits = new HitSet(size);
  // From the last to the first: those inside an interval stand after it, and are full by then.
  for (let row = sorted.length - 1; row >= 0; row--) {
    const range = { start: rows.starts[row] ?? 0, end: rows.ends[row] ?? 0 };
    const cover = coverFrom(rows, row + 1, range);
    for (const inner of cover.rows)
      hits.addRow(storedRow(rows, inner, size), { start: 0, end: size });
    for (const gap of cover.gaps) mark(gap, hits);
    rows.words.set(hits.words, row * length);
    hits.clear();
  }
  return rows;
}

/** Where a row stands. */
export function storedRow({ words }: StoredRows, row: number, size: number): BitRow {
  return { words, offset: row * rowLength(size) };
}

/** The row of exactly this interval, or -1. */
export function findRow(rows: StoredRows, range: Range): number {
  const { starts, ends } = rows;
  for (let row = firstFrom(starts, range.start); starts[row] === range.start; row++) {
    if (ends[row] === range.end) return row;
  }
  return -1;
}

/** Covers an interval by the widest rows that lie inside it. */
export function coverRange(rows: StoredRows, range: Range): Cover {
  return coverFrom(rows, firstFrom(rows.starts, range.start), range);
}

/** Covers an interval, given the first row that may lie inside it. */
function coverFrom({ starts, ends }: StoredRows, first: number, range: Range): Cover {
  const rows: number[] = [];
  const gaps: Range[] = [];
  let at = range.start;
  for (let row = first; row < starts.length; row++) {
    const start = starts[row] ?? 0;
    const end = ends[row] ?? 0;
    if (start >= range.end) break;
    if (start < at || end > range.end) continue;
    if (start > at) gaps.push({ start: at, end: start });
    rows.push(row);
    at = end;
  }
  if (at < range.end) gaps.push({ start: at, end: range.end });
  return { rows, gaps };
}

function firstFrom(starts: Uint32Array, start: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
