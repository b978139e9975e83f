import { type Gram, gramValueOf } from '#insights/text/gram-table.ts';
import { readLists } from '#insights/text/read-table.ts';
import { countWords, type Token } from '#insights/text/tokenize.ts';
import type { FindValued } from './lexicon.ts';
import { measureSignals } from './measure-signals.ts';
import { readIdioms } from './read-idioms.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/** The features of a text that a model weighs. */
export type Features = {
  /** Words, negated ones after `!`, and pairs of adjacent words; each counts once. */
  readonly grams: readonly Gram[];
  /** The weight of each gram. */
  readonly gramValue: number;
  /** One number for each of `SIGNALS`. */
  readonly signals: readonly number[];
};

/** Extracts the features of the tokens of a text, for learning and for judging alike. */
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

/** Words that begin a new statement, which an earlier negation does not reach. */
const ENDS = list('ends');

/** Maximum words after a negation that it may negate. */
const REACH = 6;

/** Marks tokens after a negation: six words, up to a mark or a word of `ENDS`. Skips “not only”. */
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
