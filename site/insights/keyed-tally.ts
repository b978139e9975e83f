import type { Tally } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';

/** Passes each review once to the tally of every key it has; unknown keys are ignored. */
export function createKeyedTally(
  tallies: ReadonlyMap<string, Tally<Review>>,
  keysIn: (review: Review) => readonly string[],
): Tally<Review> {
  const talliesOf = (review: Review) =>
    new Set(keysIn(review).flatMap((key) => tallies.get(key) ?? []));
  return {
    add: (review) => {
      for (const tally of talliesOf(review)) tally.add(review);
    },
    remove: (review) => {
      for (const tally of talliesOf(review)) tally.remove(review);
    },
  };
}
