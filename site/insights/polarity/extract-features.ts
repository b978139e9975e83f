import type { Token } from '#insights/text/tokenize.ts';
import { dropNotOnly } from './drop-not-only.ts';
import { gramValueOf, listGrams } from './list-grams.ts';
import { markNegation } from './mark-negation.ts';
import { measureSignals } from './measure-signals.ts';
import type { MatchTerms } from './term-matcher.ts';

/** What of a text a model weighs. */
export type Features = {
  readonly grams: readonly string[];
  /** What each gram counts. */
  readonly gramValue: number;
  /** One number for each of `SIGNALS`. */
  readonly signals: readonly number[];
};

/** Extracts the features of the tokens of a text, one by one, to learn from. */
export function extractFeatures(text: readonly Token[], matchTerms: MatchTerms): Features {
  const tokens = dropNotOnly(text);
  const isNegated = markNegation(tokens);
  return {
    grams: listGrams(tokens, isNegated),
    gramValue: gramValueOf(tokens),
    signals: measureSignals(tokens, isNegated, matchTerms(tokens)),
  };
}
