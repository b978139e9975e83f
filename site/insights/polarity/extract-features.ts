import { type Gram, gramValueOf } from '#insights/text/gram-table.ts';
import { readLists } from '#insights/text/read-table.ts';
import { countWords, type Token } from '#insights/text/tokenize.ts';
import type { FindValued } from './lexicon.ts';
import { measureSignals } from './measure-signals.ts';
import { readIdioms } from './read-idioms.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/** What of a text a model weighs. */
export type Features = {
  /** Words, negated ones after `!`, and pairs of adjacent words; each counts once. */
  readonly grams: readonly Gram[];
  /** How much each gram counts. */
  readonly gramValue: number;
  /** One number for each of `SIGNALS`. */
  readonly signals: readonly number[];
};

/** Extracts the features of the tokens of a text, to learn from them and to judge by them alike. */
export function extractFeatures(text: readonly Token[], findValued: FindValued): Features {
  const tokens = readIdioms(text);
  const isNegated = markNegation(tokens);
  return {
    grams: gramsOf(tokens, isNegated),
    gramValue: gramValueOf(countWords(tokens)),
    signals: measureSignals(tokens, isNegated, findValued(tokens)),
  };
}

function gramsOf(tokens: readonly Token[], isNegated: readonly boolean[]): readonly Gram[] {
  const grams: Gram[] = [];
  let before: string | undefined;
  for (const [place, { text }] of tokens.entries()) {
    grams.push([isNegated[place] ? `!${text}` : text]);
    if (before !== undefined) grams.push([before, text]);
    before = text;
  }
  return grams;
}

const NEGATORS = list('negators');

/** Words that begin something of their own, which a negation before does not reach. */
const ENDS = list('ends');

/** How many words after a negation it may negate. */
const REACH = 6;

/** Which tokens a negation reaches: six words, up to a mark or a word of `ENDS`. “Not only” negates nothing. */
export function markNegation(tokens: readonly Token[]): boolean[] {
  let left = 0;
  return tokens.map(({ text, isWord }, place) => {
    if (!isWord || ENDS.has(text)) {
      left = 0;
      return false;
    }
    const isNegated = left > 0;
    if (left > 0) left--;
    if (isNegator(text) && tokens[place + 1]?.text !== 'only') left = REACH;
    return isNegated;
  });
}

function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}
