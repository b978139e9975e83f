import { Dictionary } from './dictionary.ts';
import { rowLength } from './hit-set.ts';
import { addTerm } from './mark-fragment.ts';
import { itemAt, narrow, type Range, type SequenceData, symbolRange } from './sorted-sequence.ts';
import { type StoredRows, storeRows } from './stored-rows.ts';
import type { TextIndexData } from './text-index.ts';

/** A term in more documents than one in 32 has a row: its list would be the larger of the two. */
export const DOCUMENTS_OF_A_LIST = 1 / 32;
/** A phrase in more places than this, as a part of all documents, has a row. */
const PLACES_OF_A_PHRASE = 1 / 32;
/** A fragment whose terms have more postings than this, as a part of all documents, has a row. */
const POSTINGS_OF_A_FRAGMENT = 1 / 4;
/** Below this, nothing takes long enough to be stored. */
const LEAST = 256;

/** Stores rows for common terms and common phrases. */
export function buildTermRows(
  letters: SequenceData,
  terms: SequenceData,
  counts: Uint32Array,
  longestList: number,
): StoredRows {
  const size = terms.starts.length - 1;
  const places = Math.max(LEAST, Math.ceil(size * PLACES_OF_A_PHRASE));
  const ranges = [...findPhrases(new Dictionary(letters), terms, places)];
  for (const [term, count] of counts.entries()) {
    if (count > longestList) ranges.push(symbolRange(terms, term, term + 1));
  }
  return storeRows(ranges, size, (range, hits) => {
    for (let i = range.start; i < range.end; i++) hits.add(itemAt(terms, terms.order[i] ?? 0));
  });
}

/**
 * The intervals of more than `places` places with two or three terms, the last of them whole or
 * given by one or two letters that it begins with. An interval that long holds a multiple of
 * `places`, so only those are looked at.
 */
function* findPhrases(dictionary: Dictionary, terms: SequenceData, places: number) {
  const { order, symbols, depth } = terms;
  for (let i = 0; i < order.length; i += places) {
    const place = order[i] ?? 0;
    const first = symbols[place] ?? 0;
    let range = symbolRange(terms, first, first + 1);
    for (let offset = 1; offset < depth; offset++) {
      const term = symbols[place + offset] ?? 0;
      if (term === 0) break;
      for (const length of [1, 2]) {
        const { start, end } = dictionary.startingWith(dictionary.beginningOf(term, length));
        const begun = narrow(terms, range, offset, start, end);
        if (begun.end - begun.start > places) yield begun;
      }
      range = narrow(terms, range, offset, term, term + 1);
      if (range.end - range.start <= places) break;
      yield range;
    }
  }
}

/** Stores rows for common fragments. */
export function buildLetterRows(index: Omit<TextIndexData, 'letterRows'>): StoredRows {
  const { letters, size } = index;
  const ranges: Range[] = [];
  for (let length = 1; length <= letters.depth; length++) {
    ranges.push(...findFragments(index, length));
  }
  return storeRows(ranges, size, (range, hits) => {
    for (let i = range.start; i < range.end; i++) {
      addTerm(index, itemAt(letters, letters.order[i] ?? 0), { start: 0, end: size }, hits);
    }
  });
}

function findFragments(index: Omit<TextIndexData, 'letterRows'>, length: number): Range[] {
  const { letters, postings, longestList, size } = index;
  const { order, symbols } = letters;
  const heavy = Math.max(LEAST, size * POSTINGS_OF_A_FRAGMENT);
  const ranges: Range[] = [];
  let start = 0;
  let weight = 0;
  for (let i = 0; i < order.length; i++) {
    const place = order[i] ?? 0;
    const count = postings.counts[itemAt(letters, place)] ?? 0;
    weight += count > longestList ? rowLength(size) / 4 : count;
    if (i + 1 < order.length && sameWindow(symbols, place, order[i + 1] ?? 0, length)) continue;
    if (weight > heavy && isInside(symbols, place, length)) ranges.push({ start, end: i + 1 });
    start = i + 1;
    weight = 0;
  }
  return ranges;
}

function sameWindow(symbols: Uint32Array, a: number, b: number, length: number): boolean {
  for (let offset = 0; offset < length; offset++) {
    if (symbols[a + offset] !== symbols[b + offset]) return false;
  }
  return true;
}

/** True where a window does not reach beyond its item. */
function isInside(symbols: Uint32Array, place: number, length: number): boolean {
  for (let offset = 1; offset < length; offset++) if (symbols[place + offset] === 0) return false;
  return true;
}
