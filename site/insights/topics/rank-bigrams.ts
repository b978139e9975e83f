import type { BigramCounts } from './bigram-counts.ts';
import { type Background, weighBigram } from './weigh-bigram.ts';

/** A bigram that may belong to a topic. */
export type RankedBigram = {
  /** Its number among the bigrams counted. */
  readonly number: number;
  readonly words: readonly [first: string, second: string];
  readonly count: number;
  readonly weight: number;
};

const LEAST_COUNT = 2;
// Lighter ones would hardly be told of, but each costs a look at all of its reviews.
const MOST_RANKED = 100;
const LEAST_SHARE = 0.005;
const MOST_SHARE = 0.4;
// In 95 of 100 samples chance alone stays below this z-score.
const LEAST_WEIGHT = 1.96;

/**
 * The bigrams that stand in many of some reviews, not in most, and more often than elsewhere: the
 * heaviest first, equally heavy ones by the alphabet, at most 100. None holds an excluded
 * word.
 */
export function rankBigrams(
  counts: BigramCounts,
  reviewCount: number,
  background: Background,
  excluded: ReadonlySet<string>,
): RankedBigram[] {
  const least = Math.max(LEAST_COUNT, Math.ceil(LEAST_SHARE * reviewCount));
  const ranked: RankedBigram[] = [];
  for (const number of counts.numbersBetween(least, MOST_SHARE * reviewCount)) {
    const words = counts.wordsOf(number);
    if (words.some((word) => excluded.has(word))) continue;
    const count = counts.countOf(number);
    const weight = weighBigram(
      { count, reviewCount },
      { count: background.bigrams.get(words.join(' ')) ?? 0, reviewCount: background.reviewCount },
    );
    if (weight >= LEAST_WEIGHT) ranked.push({ number, words, count, weight });
  }
  return ranked.sort(compareBigrams).slice(0, MOST_RANKED);
}

function compareBigrams(a: RankedBigram, b: RankedBigram): number {
  const byAlphabet = () => (a.words.join(' ') < b.words.join(' ') ? -1 : 1);
  return b.weight - a.weight || byAlphabet();
}
