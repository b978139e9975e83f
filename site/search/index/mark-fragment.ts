import { Dictionary } from './dictionary.ts';
import { type HitSet, rowLength } from './hit-set.ts';
import { addPostings } from './posting-lists.ts';
import { itemAt, type Range, symbolRange } from './sorted-sequence.ts';
import { coverRange, findRow, storedRow } from './stored-rows.ts';
import type { TextIndexData } from './text-index.ts';

/** How many documents are marked, or looked at, between two steps: well below a millisecond. */
const WORK_A_STEP = 1 << 17;

/** What it costs to turn to a term, in documents marked. */
const TURN = 16;

/** Marks the documents of a range of which some term contains `text`. */
export function* markFragment(
  index: TextIndexData,
  text: string,
  documents: Range,
  hits: HitSet,
): Generator<undefined, void, undefined> {
  const found = new Dictionary(index.letters).containing(text);
  if (!Array.isArray(found)) return yield* markWindows(index, found, documents, hits);
  let work = 0;
  for (const term of found) {
    work += addTerm(index, term, documents, hits);
    if (work > WORK_A_STEP) {
      work = 0;
      yield;
    }
  }
}

/** Marks the documents of all terms in which the letters of an interval stand. */
function* markWindows(
  index: TextIndexData,
  range: Range,
  documents: Range,
  hits: HitSet,
): Generator<undefined, void, undefined> {
  const { letters, letterRows, size } = index;
  const { rows, gaps } = coverRange(letterRows, range);
  let work = 0;
  for (const row of rows) {
    hits.addRow(storedRow(letterRows, row, size), documents);
    work += rowLength(size);
  }
  for (const gap of gaps) {
    for (let i = gap.start; i < gap.end; i++) {
      work += addTerm(index, itemAt(letters, letters.order[i] ?? 0), documents, hits);
      if (work > WORK_A_STEP) {
        work = 0;
        yield;
      }
    }
  }
}

/** Marks the documents that hold a term. Returns what that cost, in documents marked. */
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
    return count + TURN;
  }
  const row = findRow(termRows, symbolRange(terms, term, term + 1));
  hits.addRow(storedRow(termRows, row, size), documents);
  return rowLength(size);
}
