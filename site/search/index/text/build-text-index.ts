import { buildPostings } from '../document-sets.ts';
import {
  buildCrossTermGrams,
  buildLetterRows,
  buildTermRows,
  DOCUMENTS_OF_A_LIST,
} from './build-rows.ts';
import { type SequenceData, sortSequence } from './sorted-sequence.ts';
import type { TextIndexData } from './text-index.ts';
import type { TermCollector } from './tokenize.ts';

// Four letters make most fragments exact; three terms do so for most phrases.
const LETTERS_A_WINDOW = 4;
const TERMS_A_WINDOW = 3;
/** Code units plus one, and 0. */
const LETTERS = 0x10001;

/** Builds the index of the texts of a collector, which cannot be used again. */
export function buildTextIndex(collector: TermCollector): TextIndexData {
  const { letters, ranks } = sortDictionary(collector);
  const symbols = rankTerms(collector, ranks);
  const terms = sortSequence(symbols, collector.size + 1, TERMS_A_WINDOW);
  const size = terms.starts.length - 1;
  const longestList = Math.ceil(size * DOCUMENTS_OF_A_LIST);
  const postings = buildPostings(collector.size + 1, longestList, (visit) => {
    const { starts } = terms;
    for (let document = 0; document < size; document++) {
      const end = (starts[document + 1] ?? 0) - 1;
      for (let place = starts[document] ?? 0; place < end; place++) {
        visit(symbols[place] ?? 0, document);
      }
    }
  });
  const termRows = buildTermRows(letters, terms, postings.counts, longestList);
  const crossTermGrams = buildCrossTermGrams(letters, terms, postings.counts);
  const rowless = { size, letters, terms, postings, longestList, termRows, crossTermGrams };
  return { ...rowless, letterRows: buildLetterRows(rowless) };
}

/** Sorts the dictionary; `ranks` has the rank of each term by the number that the collector gave it. */
function sortDictionary({ letters, starts, size }: TermCollector): {
  letters: SequenceData;
  ranks: Uint32Array;
} {
  const start = (term: number) => starts[term] ?? 0;
  const sorted = new Uint32Array(size);
  for (let term = 1; term <= size; term++) sorted[term - 1] = term;
  sorted.sort((a, b) => {
    const length = Math.min(start(a + 1) - start(a), start(b + 1) - start(b));
    for (let i = 0; i < length; i++) {
      const difference = (letters[start(a) + i] ?? 0) - (letters[start(b) + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return start(a + 1) - start(a) - (start(b + 1) - start(b));
  });
  const ranks = new Uint32Array(size + 1);
  // A 0 after each term, and one for the empty term before them.
  const symbols = new Uint32Array(start(size + 1) + size + 1 + LETTERS_A_WINDOW);
  let filled = 1;
  for (const [i, term] of sorted.entries()) {
    ranks[term] = i + 1;
    for (let at = start(term); at < start(term + 1); at++) {
      symbols[filled++] = (letters[at] ?? 0) + 1;
    }
    filled++;
  }
  return { letters: sortSequence(symbols, LETTERS, LETTERS_A_WINDOW), ranks };
}

/** Joins the collected chunks as ranks, and frees each as it is read. */
function rankTerms(
  { chunks, length }: TermCollector,
  ranks: Uint32Array,
): Uint32Array<ArrayBuffer> {
  const symbols = new Uint32Array(length + TERMS_A_WINDOW);
  let filled = 0;
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
    const used = Math.min(chunk.length, length - filled);
    for (let i = 0; i < used; i++) symbols[filled++] = ranks[chunk[i] ?? 0] ?? 0;
  }
  return symbols;
}
