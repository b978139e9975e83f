import { countBits, rowLength } from '../document-sets.ts';
import {
  Dictionary,
  itemAt,
  narrow,
  type Range,
  type SequenceData,
  symbolRange,
} from './sorted-sequence.ts';
import {
  addTerm,
  type CrossTermGrams,
  type StoredRows,
  storeRows,
  type TextIndexData,
} from './text-index.ts';

/*
 * The rows that are stored with an index: the documents of everything so common that a search would
 * take long to collect them. There are rows for terms, phrases, fragments of terms, and short texts
 * across two terms.
 */

/** A term in more documents than one in 32 has a row: its list would be the larger of the two. */
export const DOCUMENTS_OF_A_LIST = 1 / 32;
/** A phrase in more places than this fraction of all documents has a row. */
const PLACES_OF_A_PHRASE = 1 / 32;
/** A fragment whose terms have more postings than this fraction of all documents has a row. */
const POSTINGS_OF_A_FRAGMENT = 1 / 4;
/** Below this many, collecting them is fast enough. */
const LEAST = 256;
/** A text across two terms in more than this fraction of all documents has a row. */
const DOCUMENTS_OF_A_GRAM = 1 / 8;
/** Every 16th document is read to find those. */
const SAMPLE = 16;
/** The number of letters of the first term and of the second, and how many common ones to combine. */
const GRAM_KINDS = [
  { before: 1, after: 1, endings: 40, beginnings: 10 },
  { before: 1, after: 2, endings: 40, beginnings: 50 },
  { before: 2, after: 1, endings: 150, beginnings: 10 },
] as const;

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
 * The intervals of more than `places` places of two or three terms, the last of them whole or by its
 * first one or two letters. An interval that long contains a multiple of `places`, so that only those
 * need a look.
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

/** Whether a window does not reach beyond its item. */
function isInside(symbols: Uint32Array, place: number, length: number): boolean {
  for (let offset = 1; offset < length; offset++) if (symbols[place + offset] === 0) return false;
  return true;
}

/** Common endings, or beginnings, of terms: `of[term]` is the index in `texts` plus one, or 0. */
type Edges = { readonly texts: readonly string[]; readonly of: Uint8Array };

/** Stores rows for common short texts across two terms. */
export function buildCrossTermGrams(
  letters: SequenceData,
  terms: SequenceData,
  counts: Uint32Array,
): CrossTermGrams {
  const dictionary = new Dictionary(letters);
  const size = terms.starts.length - 1;
  const length = rowLength(size);
  const texts: string[] = [];
  const parts: Int32Array[] = [];
  for (const kind of GRAM_KINDS) {
    const endings = commonEdges(counts, kind.endings, kind.before, (term) =>
      dictionary.endOf(term, kind.before),
    );
    const beginnings = commonEdges(counts, kind.beginnings, kind.after, (term) =>
      dictionary.beginningOf(term, kind.after),
    );
    const { grams, rowOf } = commonGrams(terms, endings, beginnings);
    for (const gram of grams) texts.push(gram);
    const words = new Int32Array(grams.length * length);
    fillRows(terms, endings, beginnings, 1, rowOf, words);
    parts.push(words);
  }
  return { texts, words: concat(parts) };
}

/** The edges of `letters` letters that occur in the most documents. */
function commonEdges(
  counts: Uint32Array,
  most: number,
  letters: number,
  edgeOf: (term: number) => string,
): Edges {
  const weights = new Map<string, number>();
  const edges = Array.from(counts, (count, term) => {
    const edge = edgeOf(term);
    if (edge.length === letters) weights.set(edge, (weights.get(edge) ?? 0) + count);
    return edge;
  });
  const texts = [...weights]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([edge]) => edge);
  const numbers = new Map(texts.map((text, number) => [text, number + 1]));
  return { texts, of: Uint8Array.from(edges, (edge) => numbers.get(edge) ?? 0) };
}

/** The combinations in many documents of a sample, and the row of each: -1 is none. */
function commonGrams(terms: SequenceData, endings: Edges, beginnings: Edges) {
  const size = Math.ceil((terms.starts.length - 1) / SAMPLE);
  const length = rowLength(size);
  const width = beginnings.texts.length + 1;
  const rowOf = new Int32Array((endings.texts.length + 1) * width);
  for (let gram = 0; gram < rowOf.length; gram++) rowOf[gram] = gram;
  const words = new Int32Array(rowOf.length * length);
  fillRows(terms, endings, beginnings, SAMPLE, rowOf, words);
  const grams: string[] = [];
  for (let gram = 0; gram < rowOf.length; gram++) {
    let count = 0;
    for (let i = gram * length; i < (gram + 1) * length; i++) count += countBits(words[i] ?? 0);
    rowOf[gram] = -1;
    if (count <= size * DOCUMENTS_OF_A_GRAM) continue;
    rowOf[gram] = grams.length;
    const ending = endings.texts[Math.floor(gram / width) - 1] ?? '';
    grams.push(ending + (beginnings.texts[(gram % width) - 1] ?? ''));
  }
  return { grams, rowOf };
}

/** Marks every `step`-th document in the rows of its combinations. */
function fillRows(
  { symbols, starts }: SequenceData,
  endings: Edges,
  beginnings: Edges,
  step: number,
  rowOf: Int32Array,
  words: Int32Array,
): void {
  const width = beginnings.texts.length + 1;
  const length = rowLength(Math.ceil((starts.length - 1) / step));
  for (let document = 0; document * step < starts.length - 1; document++) {
    // The last term of a text is followed by its 0, which has no beginning.
    const end = (starts[document * step + 1] ?? 0) - 1;
    for (let place = starts[document * step] ?? 0; place < end; place++) {
      const ending = endings.of[symbols[place] ?? 0] ?? 0;
      if (ending === 0) continue;
      const beginning = beginnings.of[symbols[place + 1] ?? 0] ?? 0;
      if (beginning === 0) continue;
      const row = rowOf[ending * width + beginning] ?? -1;
      if (row < 0) continue;
      const word = row * length + (document >>> 5);
      words[word] = (words[word] ?? 0) | (1 << (document & 31));
    }
  }
}

function concat(parts: readonly Int32Array[]): Int32Array<ArrayBuffer> {
  const all = new Int32Array(parts.reduce((length, part) => length + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}
