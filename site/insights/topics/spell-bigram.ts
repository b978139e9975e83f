import { Counts } from '#dataset/counts.ts';
import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { bigramOf } from './bigrams-in.ts';
import { readWord, trimWord } from './read-word.ts';
import { visitPairs } from './visit-pairs.ts';

/**
 * Makes a function that tells how reviews most often spell a bigram: in the singular where any
 * does, and of spellings that are as frequent the first by the alphabet. The reviews must hold it.
 */
export function createSpeller(): (bigram: string, reviews: readonly Review[]) => string {
  const spellingsIn = memoize(spellingsOfAll);
  return (bigram, reviews) => {
    const counts = new Counts<string>();
    for (const review of reviews) {
      for (const spelling of spellingsIn(review).get(bigram) ?? []) counts.add(spelling);
    }
    const spellings = [...counts.keys()];
    const singulars = spellings.filter((spelling) => isSingular(spelling, bigram));
    const [most] = (singulars.length > 0 ? singulars : spellings).sort(
      (a, b) => counts.of(b) - counts.of(a) || (a < b ? -1 : 1),
    );
    return most ?? bigram;
  };
}

/** The spellings of each bigram of a review. */
function spellingsOfAll({ reviewBody }: Review): ReadonlyMap<string, readonly string[]> {
  const spellings = new Map<string, string[]>();
  visitPairs(reviewBody, (first, second) => {
    const bigram = bigramOf(first, second);
    if (bigram === undefined) return;
    const spelling = `${trimWord(first)} ${trimWord(second)}`;
    const known = spellings.get(bigram);
    if (known) known.push(spelling);
    else spellings.set(bigram, [spelling]);
  });
  return spellings;
}

function isSingular(spelling: string, bigram: string): boolean {
  const [first, second] = spelling.split(' ').map((word) => readWord(word)?.text);
  return `${first} ${second}` === bigram;
}
