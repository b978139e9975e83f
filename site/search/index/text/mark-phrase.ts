import {
  type Candidates,
  candidateBits,
  countCandidates,
  type HitSet,
  lowestBit,
  rowLength,
} from '../document-sets.ts';
import { type Anchor, findAnchor, narrowOn, type Phrase, readPhrase, standsAt } from './phrase.ts';
import { Dictionary, itemAt, type Range, symbolRange } from './sorted-sequence.ts';
import { coverRange, storedRow, type TextIndexData } from './text-index.ts';

type Marking = Generator<undefined, void, undefined>;

// Costs in places looked at: to open a text, to read each of its terms, to narrow the places of a term.
const OPEN = 4;
const READ = 0.2;
const NARROW = 24;
/** Below this cost, the terms that may be the first are not even listed. */
const LITTLE_WORK = 1024;
const WORDS_A_STEP = 32;
/** The maximum places to look at in a step: each may miss the caches. */
const PLACES_A_STEP = 1 << 14;

/**
 * Marks a superset of the candidates in which `pieces`, two terms or more, follow one another. There
 * are three ways, and the cheapest by estimate is taken:
 *
 * - Narrow: look up the phrase after each term that may be its first. Best for most phrases.
 * - Anchor: check every place of its rarest part. Best where that is rare, or a great many terms may
 *   be the first.
 * - Read the texts of the candidates. Best where these are few, or most match within a few terms.
 */
export function* markPhrase(
  index: TextIndexData,
  pieces: readonly string[],
  candidates: Candidates,
  hits: HitSet,
): Marking {
  const dictionary = new Dictionary(index.letters);
  const phrase = readPhrase(dictionary, pieces);
  const anchor = findAnchor(index.terms, phrase);
  const documents = candidates.range;
  const places = anchor.range.end - anchor.range.start;
  if (places <= LITTLE_WORK / 4) {
    return yield* markAnchor(index, dictionary, phrase, anchor, documents, hits);
  }
  const count = countCandidates(candidates);
  const all = index.terms.order.length;
  const length = all / index.size;
  if (count * (OPEN + length * READ) <= LITTLE_WORK) {
    return yield* markReading(index, dictionary, phrase, candidates, hits);
  }
  const firsts = dictionary.endingWith(phrase.ending);
  let standing = 1;
  for (const first of firsts) standing += index.postings.counts[first] ?? 0;
  // The expected number of terms to read until the first match, if first terms are evenly spread.
  const untilMatch = (all / standing) * (all / places);
  const reading = count * (OPEN + Math.min(length, untilMatch) * READ);
  if (firsts.length * NARROW <= Math.min(places, reading)) {
    const narrowed = yield* narrowFirsts(index, phrase, firsts);
    if (narrowed.places <= reading) {
      return yield* markNarrowed(index, phrase, narrowed, documents, hits);
    }
  }
  if (places <= reading) {
    return yield* markAnchor(index, dictionary, phrase, anchor, documents, hits);
  }
  yield* markReading(index, dictionary, phrase, candidates, hits);
}

/** Checks each place of the rarest part of a phrase for the rest of it. */
function* markAnchor(
  { terms }: TextIndexData,
  dictionary: Dictionary,
  phrase: Phrase,
  { range, at, until }: Anchor,
  documents: Range,
  hits: HitSet,
): Marking {
  const { order, starts, symbols } = terms;
  const from = (starts[documents.start] ?? 0) + at;
  const below = starts[documents.end] ?? 0;
  for (let i = range.start; i < range.end; i++) {
    const place = order[i] ?? 0;
    if (place >= from && place < below) {
      const first = place - at;
      if (
        standsAt(symbols, phrase, first, 1, at) &&
        standsAt(symbols, phrase, first, until, phrase.last + 1) &&
        dictionary.endsWith(symbols[first] ?? 0, phrase.ending)
      ) {
        hits.add(itemAt(terms, place));
      }
    }
    if ((i - range.start) % PLACES_A_STEP === PLACES_A_STEP - 1) yield;
  }
}

/** Reads the texts of the candidates, each until its first match. */
function* markReading(
  { terms }: TextIndexData,
  dictionary: Dictionary,
  phrase: Phrase,
  candidates: Candidates,
  hits: HitSet,
): Marking {
  const end = rowLength(candidates.range.end);
  for (let word = candidates.range.start >>> 5; word < end; word++) {
    let bits = candidateBits(candidates, word);
    for (; bits !== 0; bits &= bits - 1) {
      const document = (word << 5) | lowestBit(bits);
      if (holds(terms.symbols, terms.starts, document, dictionary, phrase)) hits.add(document);
    }
    if (word % WORDS_A_STEP === 0) yield;
  }
}

function holds(
  symbols: Uint32Array,
  starts: Uint32Array,
  document: number,
  dictionary: Dictionary,
  phrase: Phrase,
): boolean {
  const below = starts[document + 1] ?? 0;
  const { last, ending } = phrase;
  for (let place = starts[document] ?? 0; place < below; place++) {
    if (
      standsAt(symbols, phrase, place, 1, last + 1) &&
      dictionary.endsWith(symbols[place] ?? 0, ending)
    ) {
      return true;
    }
  }
  return false;
}

/** The places of a phrase by its possible first terms. */
type Narrowed = {
  readonly rows: readonly number[];
  readonly gaps: readonly Range[];
  /** The number of places in the gaps. */
  readonly places: number;
  /** The number of terms of the phrase that certainly match at each place. */
  readonly until: number;
};

/** Looks up a phrase after each of its possible first terms. */
function* narrowFirsts(
  { terms, termRows }: TextIndexData,
  phrase: Phrase,
  firsts: readonly number[],
): Generator<undefined, Narrowed, undefined> {
  const allRows: number[] = [];
  const allGaps: Range[] = [];
  let places = 0;
  let known = 0;
  let work = 0;
  for (const first of firsts) {
    const { range, until } = narrowOn(terms, phrase, symbolRange(terms, first, first + 1), 0);
    // A row knows the terms of one window only: of a longer phrase it would have too many documents.
    const whole = until > phrase.last && range.start < range.end;
    const { rows, gaps } = whole ? coverRange(termRows, range) : { rows: [], gaps: [range] };
    for (const row of rows) allRows.push(row);
    for (const gap of gaps) {
      if (gap.start === gap.end) continue;
      allGaps.push(gap);
      places += gap.end - gap.start;
    }
    known = until;
    work += NARROW;
    if (work >= PLACES_A_STEP) {
      work = 0;
      yield;
    }
  }
  return { rows: allRows, gaps: allGaps, places, until: known };
}

/** Marks the documents of a range at the narrowed places of a phrase. */
function* markNarrowed(
  index: TextIndexData,
  phrase: Phrase,
  { rows, gaps, until }: Narrowed,
  documents: Range,
  hits: HitSet,
): Marking {
  const { termRows, size } = index;
  let work = 0;
  for (const row of rows) {
    hits.addRow(storedRow(termRows, row, size), documents);
    work += rowLength(size) / 16;
    if (work >= PLACES_A_STEP) {
      work = 0;
      yield;
    }
  }
  for (const gap of gaps) {
    for (let start = gap.start; start < gap.end; start += PLACES_A_STEP) {
      const part = { start, end: Math.min(start + PLACES_A_STEP, gap.end) };
      if (until > phrase.last) addPlaces(index, part, documents, hits);
      else addMatching(index, phrase, part, until, documents, hits);
      work += part.end - part.start;
      if (work >= PLACES_A_STEP) {
        work = 0;
        yield;
      }
    }
  }
}

function addPlaces({ terms }: TextIndexData, range: Range, documents: Range, hits: HitSet): void {
  const { order, starts } = terms;
  const from = starts[documents.start] ?? 0;
  const below = starts[documents.end] ?? 0;
  for (let i = range.start; i < range.end; i++) {
    const place = order[i] ?? 0;
    if (place >= from && place < below) hits.add(itemAt(terms, place));
  }
}

/** Adds the documents of those places where the rest of a phrase matches, too: from `until` on. */
function addMatching(
  { terms }: TextIndexData,
  phrase: Phrase,
  range: Range,
  until: number,
  documents: Range,
  hits: HitSet,
): void {
  const { order, starts, symbols } = terms;
  const from = starts[documents.start] ?? 0;
  const below = starts[documents.end] ?? 0;
  for (let i = range.start; i < range.end; i++) {
    const place = order[i] ?? 0;
    if (place < from || place >= below) continue;
    if (standsAt(symbols, phrase, place, until, phrase.last + 1)) hits.add(itemAt(terms, place));
  }
}
