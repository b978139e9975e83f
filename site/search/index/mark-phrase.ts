import { type Candidates, candidateBits, countCandidates } from './candidates.ts';
import { Dictionary } from './dictionary.ts';
import { type HitSet, lowestBit, rowLength } from './hit-set.ts';
import { markNarrowed, NARROW, narrowFirsts, PLACES_A_STEP } from './narrow-phrase.ts';
import { type Anchor, findAnchor, type Phrase, readPhrase, standsAt } from './phrase.ts';
import { itemAt, type Range } from './sorted-sequence.ts';
import type { TextIndexData } from './text-index.ts';

type Marking = Generator<undefined, void, undefined>;

// What it costs to read a text, in places looked at: to turn to it, and each of its terms.
const TURN_TO = 4;
const READ = 0.2;
/** So little work is done the plain way, before the terms that may be the first are worked out. */
const LITTLE_WORK = 1024;
const WORDS_A_STEP = 32;

/**
 * Marks the candidates in which `pieces`, two terms or more, follow one another, and maybe others.
 * Three ways lead there, and the cheapest is taken: to look up the phrase after each term that may
 * be its first (most phrases), to look at each place of its rarest part (where few stand, or a
 * great many terms may be the first), or to read the texts (where few are candidates, or most of
 * them match within a few terms).
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
  if (count * (TURN_TO + length * READ) <= LITTLE_WORK) {
    return yield* markReading(index, dictionary, phrase, candidates, hits);
  }
  const firsts = dictionary.endingWith(phrase.ending);
  let standing = 1;
  for (const first of firsts) standing += index.postings.counts[first] ?? 0;
  // How many terms are read until the first match, if the first terms stand anywhere.
  const untilMatch = (all / standing) * (all / places);
  const reading = count * (TURN_TO + Math.min(length, untilMatch) * READ);
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

/** Looks at each place where the rarest part of the phrase stands for the rest of it. */
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

/** Reads the texts of the candidates, each up to its first match. */
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
