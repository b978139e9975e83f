import { fold } from '#dataset/text/fold.ts';
import type { SearchDocument } from '../search.ts';
import {
  buildCrossTermGrams,
  buildLetterRows,
  buildTermRows,
  DOCUMENTS_OF_A_LIST,
} from './build-rows.ts';
import { buildPostings, rowLength } from './document-sets.ts';
import {
  dateNumber,
  type MentionData,
  RATING_STEPS,
  type SearchIndexData,
  type TextIndexData,
} from './index-data.ts';
import { type SequenceData, sortSequence } from './sorted-sequence.ts';
import { TermCollector } from './tokenize.ts';

// Four letters make most fragments exact; three terms do so for most phrases.
const LETTERS_A_WINDOW = 4;
const TERMS_A_WINDOW = 3;
/** Code units plus one, and 0. */
const LETTERS = 0x10001;

/**
 * Builds the index of documents, newest first. They are read once and not kept, so that an iterator
 * may make them. Many documents take seconds: call it in a worker thread.
 */
export function buildSearchIndex(documents: Iterable<SearchDocument>): SearchIndexData {
  const collector = new TermCollector();
  const dates: number[] = [];
  const steps: number[] = [];
  const technicians = new Map<string, number[]>();
  const services = new Map<string, number[]>();
  for (const document of documents) {
    const position = dates.length;
    const date = dateNumber(document.date);
    const step = (document.rating - 1) * 2;
    if (date > (dates[position - 1] ?? date)) {
      throw new RangeError(`Document ${position} is newer than the one before; sort newest first.`);
    }
    if (!Number.isInteger(step) || step < 0 || step >= RATING_STEPS) {
      throw new RangeError(`Document ${position} has the rating ${document.rating}, not 1 to 5.`);
    }
    dates.push(date);
    steps.push(step);
    for (const name of document.technicians) mention(technicians, name, position);
    for (const name of document.services) mention(services, name, position);
    collector.collect(fold(document.body));
  }
  return {
    size: dates.length,
    text: buildTextIndex(collector),
    dates: Uint32Array.from(dates),
    ratings: buildRatingRows(steps),
    technicians: listMentions(technicians),
    services: listMentions(services),
  };
}

function mention(mentions: Map<string, number[]>, name: string, position: number): void {
  const positions = mentions.get(name);
  if (positions === undefined) mentions.set(name, [position]);
  else positions.push(position);
}

function buildRatingRows(steps: readonly number[]): Int32Array<ArrayBuffer> {
  const length = rowLength(steps.length);
  const rows = new Int32Array(2 * RATING_STEPS * length);
  const add = (row: number, document: number) => {
    const word = row * length + (document >>> 5);
    rows[word] = (rows[word] ?? 0) | (1 << (document & 31));
  };
  for (const [document, step] of steps.entries()) {
    add(step, document);
    for (let below = 0; below <= step; below++) add(RATING_STEPS + below, document);
  }
  return rows;
}

function listMentions(mentions: ReadonlyMap<string, readonly number[]>): MentionData {
  const names = [...mentions.keys()];
  const lists = [...mentions.values()];
  const postings = buildPostings(names.length, Number.POSITIVE_INFINITY, (visit) => {
    for (const [list, documents] of lists.entries()) {
      for (const document of documents) visit(list, document);
    }
  });
  return { names, postings };
}

/** Builds the index of the texts of a collector, which cannot be used again. */
function buildTextIndex(collector: TermCollector): TextIndexData {
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
