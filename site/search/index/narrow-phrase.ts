import { type HitSet, rowLength } from './hit-set.ts';
import { narrowOn, type Phrase, standsAt } from './phrase.ts';
import { itemAt, type Range, symbolRange } from './sorted-sequence.ts';
import { coverRange, storedRow } from './stored-rows.ts';
import type { TextIndexData } from './text-index.ts';

/** What it costs to narrow the places of one term, in places looked at. */
export const NARROW = 24;
/** How many places are looked at between two steps; each may miss the caches. */
export const PLACES_A_STEP = 1 << 14;

/** What stands after each first term that a phrase may have. */
export type Narrowed = {
  readonly rows: readonly number[];
  readonly gaps: readonly Range[];
  /** How many places the gaps have. */
  readonly places: number;
  /** How many terms of the phrase stand at each place for certain. */
  readonly until: number;
};

/** Looks up what follows each first term that a phrase may have. */
export function* narrowFirsts(
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
    // Rows tell of the terms of a window only: of a longer phrase they would say too much.
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

/** Marks the documents of a range in which a narrowed phrase stands. */
export function* markNarrowed(
  index: TextIndexData,
  phrase: Phrase,
  { rows, gaps, until }: Narrowed,
  documents: Range,
  hits: HitSet,
): Generator<undefined, void, undefined> {
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
      else addStanding(index, phrase, part, until, documents, hits);
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

/** Adds the documents of places at which a phrase begins, given that it does up to `until`. */
function addStanding(
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
