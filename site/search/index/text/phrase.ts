import {
  type Dictionary,
  narrow,
  type Range,
  type SequenceData,
  symbolRange,
} from './sorted-sequence.ts';

/**
 * A text of several terms. Of the first term the end is known, those between are whole, of the last
 * the beginning is known: `i` places after the first there has to be a term from `lows[i]` to below
 * `highs[i]`. Where these are equal no text has such a term, and nothing is found.
 */
export type Phrase = {
  readonly ending: string;
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  /** The distance from the first term to the last. */
  readonly last: number;
};

/** Looks up the terms of a phrase. */
export function readPhrase(dictionary: Dictionary, pieces: readonly string[]): Phrase {
  const last = pieces.length - 1;
  const lows: number[] = [];
  const highs: number[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (i === last) {
      const { start, end } = dictionary.startingWith(piece);
      lows.push(start);
      highs.push(end);
    } else {
      const term = i === 0 ? 0 : dictionary.find(piece);
      lows.push(term);
      highs.push(term === 0 ? 0 : term + 1);
    }
  }
  return { ending: pieces[0] ?? '', lows, highs, last };
}

/** The interval of a sequence's order with the places of a phrase's terms from `at` to below `until`. */
export type Anchor = { readonly range: Range; readonly at: number; readonly until: number };

/** The part of a phrase after its first term that occurs least. */
export function findAnchor(sequence: SequenceData, phrase: Phrase): Anchor {
  let best = anchorAt(sequence, phrase, 1);
  for (let at = 2; at <= phrase.last; at++) {
    const anchor = anchorAt(sequence, phrase, at);
    if (anchor.range.end - anchor.range.start < best.range.end - best.range.start) best = anchor;
  }
  return best;
}

function anchorAt(sequence: SequenceData, phrase: Phrase, at: number): Anchor {
  const range = symbolRange(sequence, phrase.lows[at] ?? 0, phrase.highs[at] ?? 0);
  // Where only the beginning of the last term is known, its places differ in it and cannot be narrowed.
  return narrowOn(sequence, phrase, range, at);
}

/** Narrows the places of the term `at` of a phrase to those that the following terms of it follow. */
export function narrowOn(
  sequence: SequenceData,
  { lows, highs, last }: Phrase,
  range: Range,
  at: number,
): Anchor {
  const until = Math.min(at + sequence.depth, last + 1);
  let narrowed = range;
  for (let i = at + 1; i < until && narrowed.start < narrowed.end; i++) {
    narrowed = narrow(sequence, narrowed, i - at, lows[i] ?? 0, highs[i] ?? 0);
  }
  return { range: narrowed, at, until };
}

/** Whether the terms from `from` to below `until` match, if the first term is at `place`. */
export function standsAt(
  symbols: Uint32Array,
  { lows, highs }: Phrase,
  place: number,
  from: number,
  until: number,
): boolean {
  for (let i = from; i < until; i++) {
    const term = symbols[place + i] ?? 0;
    if (term < (lows[i] ?? 0) || term >= (highs[i] ?? 0)) return false;
  }
  return true;
}
