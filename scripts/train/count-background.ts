import type { StoredBackground } from '#insights/topics/background.ts';
import { bigramsIn } from '#insights/topics/bigrams-in.ts';

/** What stands in one text only is left out: it weighs next to nothing. */
const LEAST_COUNT = 2;

/** Counts in how many texts each bigram stands, as the background that topics stand out against. */
export function countBackground(texts: readonly string[]): StoredBackground {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const bigram of bigramsIn(text)) counts.set(bigram, (counts.get(bigram) ?? 0) + 1);
  }
  const bigrams = [...counts]
    .filter(([, count]) => count >= LEAST_COUNT)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([bigram, count]) => `${bigram}\t${count}`)
    .join('\n');
  return { reviewCount: texts.length, bigrams };
}
