import { addPostings, type BitRow, HitSet, type PostingData, rowLength } from '../document-sets.ts';
import { type Range, type SequenceData, symbolRange } from './sorted-sequence.ts';

/**
 * The folded texts of all documents, exactly, and what finds a substring in them. One structure
 * serves twice: the letters of the dictionary are sorted by the windows of letters that begin at
 * them, and the terms of the texts by windows of terms. The first finds the terms that contain a
 * fragment, the second the places of a phrase; neither has to read a text again.
 */
export type TextIndexData = {
  /** The number of documents. */
  readonly size: number;
  /** The dictionary: its items are terms, its symbols letters. */
  readonly letters: SequenceData;
  /** The texts: their items are documents, their symbols terms. */
  readonly terms: SequenceData;
  /** The documents of each term, except of terms with a row of their own. */
  readonly postings: PostingData;
  /** The longest list in `postings`; a term of more documents has a row in `termRows`. */
  readonly longestList: number;
  /** Rows over `terms.order`. */
  readonly termRows: StoredRows;
  /** Rows over `letters.order`. */
  readonly letterRows: StoredRows;
  readonly crossTermGrams: CrossTermGrams;
};

/**
 * Common short texts across two terms, such as "e t": so many terms end and begin with them that
 * looking those up would take long. Row i has the documents of `texts[i]`.
 */
export type CrossTermGrams = {
  readonly texts: readonly string[];
  readonly words: Int32Array<ArrayBuffer>;
};

/**
 * The documents of those intervals of a sorted order whose union would take long, computed beforehand.
 * Intervals are disjoint or nested, and sorted by start ascending, end descending.
 */
export type StoredRows = {
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  /** One row after the other. */
  readonly words: Int32Array<ArrayBuffer>;
};

/** An interval as the stored rows for parts of it, and the gaps that no row covers. */
type Cover = { readonly rows: readonly number[]; readonly gaps: readonly Range[] };

/**
 * Stores a row for each interval; intervals given twice are stored once. `mark` adds the documents
 * of an interval to a set.
 */
export function storeRows(
  ranges: readonly Range[],
  size: number,
  mark: (range: Range, hits: HitSet) => void,
): StoredRows {
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
  // Backwards: the rows inside an interval come after it, so that they are complete by then.
  for (let row = sorted.length - 1; row >= 0; row--) {
    const range = { start: rows.starts[row] ?? 0, end: rows.ends[row] ?? 0 };
    const cover = coverFrom(rows, row + 1, range);
    for (const inner of cover.rows) {
      hits.addRow(storedRow(rows, inner, size), { start: 0, end: size });
    }
    for (const gap of cover.gaps) mark(gap, hits);
    rows.words.set(hits.words, row * length);
    hits.clear();
  }
  return rows;
}

export function storedRow({ words }: StoredRows, row: number, size: number): BitRow {
  return { words, offset: row * rowLength(size) };
}

/** The row of exactly this interval, or -1. */
function findRow(rows: StoredRows, range: Range): number {
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

/** The overhead of each term, in documents marked. */
const TERM_OVERHEAD = 16;

/** Marks the documents that contain a term. Returns the cost, in documents marked. */
export function addTerm(
  index: Omit<TextIndexData, 'letterRows'>,
  term: number,
  documents: Range,
  hits: HitSet,
): number {
  const { terms, postings, termRows, longestList, size } = index;
  const count = postings.counts[term] ?? 0;
  if (count <= longestList) {
    addPostings(postings, term, documents, hits);
    return count + TERM_OVERHEAD;
  }
  const row = findRow(termRows, symbolRange(terms, term, term + 1));
  hits.addRow(storedRow(termRows, row, size), documents);
  return rowLength(size);
}
