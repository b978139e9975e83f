import { isContrastAt } from '#insights/text/contrasts.ts';
import { readLists } from '#insights/text/read-table.ts';
import { countWords, type Token } from '#insights/text/tokenize.ts';
import type { Valued } from './lexicon.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/** Figures of a whole text; valences come from the terms of the lexicon in it. */
export const SIGNALS = [
  'valence',
  'praise',
  'blame',
  'strength',
  'last',
  'highest',
  'lowest',
  'afterContrast',
  'beforeContrast',
  'turnedByNegation',
  'exclamations',
  'isQuestion',
  'length',
  'negated',
] as const;

/** A negated term means the opposite, less strongly. */
const NEGATED = -0.7;
const SHOUTED = 1.2;

const STRONGER = list('stronger');
const WEAKER = list('weaker');

/** Measures the signals of a text. */
export function measureSignals(
  tokens: readonly Token[],
  isNegated: readonly boolean[],
  matches: readonly Valued[],
): number[] {
  let [exclamations, questions, negated] = [0, 0, 0];
  for (const [place, { text }] of tokens.entries()) {
    if (text === '!') exclamations++;
    if (text === '?') questions++;
    if (isNegated[place]) negated++;
  }
  return [
    ...measureValence(tokens, isNegated, matches),
    Math.min(3, exclamations),
    Math.min(1, questions),
    Math.log1p(countWords(tokens)) / 3,
    Math.min(3, negated / 4),
  ];
}

function measureValence(
  tokens: readonly Token[],
  isNegated: readonly boolean[],
  matches: readonly Valued[],
): number[] {
  const contrast = tokens.findLastIndex((_, place) => isContrastAt(tokens, place));
  let [praise, blame, last, highest, lowest, before, after, turned] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const { value, from } of matches) {
    const token = tokens[from];
    const plain = value * degreeOf(tokens[from - 1]?.text ?? '') * (token?.isShouted ? SHOUTED : 1);
    const valence = isNegated[from] ? plain * NEGATED : plain;
    turned += valence - plain;
    if (valence > 0) praise += valence;
    else blame -= valence;
    highest = Math.max(highest, valence);
    lowest = Math.min(lowest, valence);
    if (valence !== 0) last = valence;
    if (contrast >= 0 && from < contrast) before += valence;
    if (contrast >= 0 && from > contrast) after += valence;
  }
  const sum = praise - blame;
  return [
    squash(sum),
    Math.log1p(praise),
    Math.log1p(blame),
    Math.log1p(praise + blame),
    last / 3,
    highest / 3,
    lowest / 3,
    squash(after),
    squash(before),
    squash(turned),
  ];
}

/** Returns the factor by which a word strengthens or weakens the next one. */
function degreeOf(word: string): number {
  if (STRONGER.has(word)) return 1.3;
  return WEAKER.has(word) ? 0.7 : 1;
}

/** Limits a sum of valences to −3 to 3: repetitions add less and less. */
function squash(sum: number): number {
  return (3 * sum) / Math.sqrt(sum * sum + 15);
}
