import { countWords, type Token } from '#insights/text/tokenize.ts';
import type { GramIndex } from './gram-index.ts';
import type { FindValued } from './lexicon.ts';
import { markNegation } from './mark-negation.ts';
import { measureSignals } from './measure-signals.ts';
import { readIdioms } from './read-idioms.ts';

/** What of a text a model weighs. */
export type Features = {
  /** The numbers of its grams. */
  readonly grams: readonly number[];
  /** What each gram counts: less in a long text, lest many weak hints seem sure together. */
  readonly gramValue: number;
  /** One number for each of `SIGNALS`. */
  readonly signals: readonly number[];
};

/** Up to so many words each gram counts whole. */
const FULL_WORDS = 8;

/** Extracts the features of the tokens of a text, to learn from them and to judge by them alike. */
export function extractFeatures(
  text: readonly Token[],
  findValued: FindValued,
  gramsOf: GramIndex['find'],
): Features {
  const tokens = readIdioms(text);
  const isNegated = markNegation(tokens);
  return {
    grams: gramsOf(tokens, isNegated),
    gramValue: Math.min(1, Math.sqrt(FULL_WORDS / Math.max(1, countWords(tokens)))),
    signals: measureSignals(tokens, isNegated, findValued(tokens)),
  };
}
