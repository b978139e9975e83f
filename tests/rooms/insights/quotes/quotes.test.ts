import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import {
  BestQuotes,
  type Candidate,
  compareCandidates,
  READ_CLOSELY,
} from '#insights/quotes/best-quotes.ts';
import { runs } from '../../../support/at-length.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { mentionOf } from '../mention-of.ts';

/** So many reviews that most of the candidates are not held. */
const POOL = Array.from({ length: 500 }, (_, index) =>
  publishedReview({
    id: `review-${index}`,
    datePublished: `2026-01-0${1 + (index % 9)}`,
    // Every tenth has nothing to quote, and some have more than is taken of one.
    aspects: Array.from({ length: index % 10 === 0 ? 0 : 1 + (index % 6) }, (_mention, place) =>
      mentionOf({ start: place, score: ((index + place) % 7) / 7 }),
    ),
  }),
);

function candidatesIn(review: Review): Candidate[] {
  return (review.aspects ?? []).map((mention) => ({
    review,
    mention,
    order: review.id.endsWith('7') ? 1 : 2,
    sureness: mention.score,
  }));
}

const bestOf = (there: Iterable<Review>) =>
  [...there]
    .flatMap((review) => candidatesIn(review).sort(compareCandidates).slice(0, 3))
    .sort(compareCandidates);

test('the surest are those of all that are there, however many came and went', () => {
  const step = fc.record({ toggled: fc.subarray(POOL), bestGone: fc.nat(300) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
      const best = new BestQuotes(candidatesIn);
      const there = new Set<Review>();
      const toggle = (review: Review) => {
        if (there.delete(review)) best.remove(review);
        else {
          there.add(review);
          best.add(review);
        }
      };
      for (const { toggled, bestGone } of steps) {
        // The best go, so that those that are known run out, and others come again.
        const gone = bestOf(there).slice(0, bestGone);
        for (const review of new Set(gone.map(({ review }) => review))) toggle(review);
        for (const review of toggled) toggle(review);
        assert.deepEqual(best.surest([...there]), bestOf(there).slice(0, READ_CLOSELY));
      }
    }),
    { numRuns: runs(50) },
  );
});
