import { type Candidates, type HitSet, rowLength } from '../document-sets.ts';
import { markPhrase } from './mark-phrase.ts';
import { Dictionary, itemAt, type Range } from './sorted-sequence.ts';
import { addTerm, coverRange, storedRow, type TextIndexData } from './text-index.ts';
import { cutTerms } from './tokenize.ts';

/** The maximum documents to mark, or to look at, in a step: well below a millisecond. */
const WORK_A_STEP = 1 << 17;

/** Marks a superset of the candidates that contain a folded text; collecting hits drops the others. */
export function* markText(
  index: TextIndexData,
  text: string,
  candidates: Candidates,
  hits: HitSet,
): Generator<undefined, void, undefined> {
  const { crossTermGrams, size } = index;
  const terms = cutTerms(text);
  if (text === '') return hits.addAll(candidates.range);
  if (terms.length === 1) return yield* markFragment(index, text, candidates.range, hits);
  const gram = text.length <= 3 ? crossTermGrams.texts.indexOf(text) : -1;
  if (gram < 0) return yield* markPhrase(index, terms, candidates, hits);
  hits.addRow({ words: crossTermGrams.words, offset: gram * rowLength(size) }, candidates.range);
}

/** Marks the documents of a range in which some term contains `text`. */
function* markFragment(
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

/** Marks the documents of all terms at the places of an interval. */
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
