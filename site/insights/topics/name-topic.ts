import { fold } from '#dataset/fold.ts';
import type { InsightsDocument } from '../insights-document.ts';
import type { GroupedBigram } from './group-bigrams.ts';
import type { ReadReview } from './read-reviews.ts';
import { createSpeller } from './spell-bigram.ts';

type Topic = InsightsDocument['topics'][number];

/** From so many of the newest reviews with a bigram its spelling is learned. */
const SPELLERS = 25;

/**
 * Makes a function that names a topic by its bigrams, the first before all, as the newest reviews
 * spell them. The newest review stands first.
 */
export function createTopicNamer(): (
  bigrams: readonly GroupedBigram[],
  reviews: readonly ReadReview[],
) => Pick<Topic, 'id' | 'label' | 'terms'> {
  const spell = createSpeller();
  return (bigrams, reviews) => {
    const spellings = bigrams.map(({ words, holders }) => {
      const newest = reviews
        .values()
        .filter(({ number }) => holders.has(number))
        .map(({ review }) => review)
        .take(SPELLERS);
      return spell(words.join(' '), [...newest]);
    });
    const [first = ''] = spellings;
    return {
      id: fold(first).replace(' ', '-'),
      label: capitalise(first),
      terms: bigrams.map(({ weight }, index) => ({
        term: fold(spellings[index] ?? ''),
        weight: Math.round(weight * 100) / 100,
      })),
    };
  };
}

/** Begins with a capital, unless the first word has one elsewhere, as "iPhone". */
function capitalise(spelling: string): string {
  return /^\S*\p{Lu}/u.test(spelling)
    ? spelling
    : spelling.replace(/^./u, (letter) => letter.toUpperCase());
}
