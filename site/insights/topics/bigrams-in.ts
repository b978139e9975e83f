import { readWord } from './read-word.ts';
import { visitPairs } from './visit-pairs.ts';

/**
 * The bigrams of a text: two neighbouring words that may name a topic, folded, with one space
 * between, the second as a singular.
 */
export function bigramsIn(text: string): ReadonlySet<string> {
  const bigrams = new Set<string>();
  visitPairs(text, (first, second) => {
    const bigram = bigramOf(first, second);
    if (bigram !== undefined) bigrams.add(bigram);
  });
  return bigrams;
}

/** The bigram of two words as they are spelt; undefined where they are none. */
export function bigramOf(first: string, second: string): string | undefined {
  const [before, after] = [readWord(first), readWord(second)];
  return before && after && `${before.text} ${after.singular}`;
}
