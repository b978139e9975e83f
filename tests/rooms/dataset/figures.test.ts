import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PublishedTally } from '#dataset/aggregate-rating.ts';
import { Collection, CollectionTally } from '#dataset/collection.ts';
import type { Review } from '#dataset/review.ts';
import { type StoredReview, WithholdingReason } from '#dataset/schema/stored-review.ts';
import { publishedReview, storedReview } from '../../support/reviews.ts';

const ITEM = { '@id': 'https://reviews.example/#business' };

function aggregate(reviews: readonly Review[]) {
  const tally = new PublishedTally();
  for (const review of reviews) tally.add(review);
  return tally.aggregateRating(ITEM);
}

const times = (count: number, star: number) => Array<number>(count).fill(star);

for (const [what, ratings, mean] of [
  ['a third', [5, 5, 4], 4.67],
  ['half a hundredth, up', [...times(199, 5), 4], 5],
  ['just below half a hundredth, down', [...times(200, 5), ...times(2, 4)], 4.99],
  ['1.005, which no binary fraction is', [...times(199, 1), 2], 1.01],
] as const) {
  test(`rounds ${what}`, () => {
    const reviews = ratings.map((ratingValue) => publishedReview({ ratingValue }));
    assert.equal(aggregate(reviews).ratingValue, mean);
  });
}

const withheld = (reason: WithholdingReason) =>
  ({ status: 'withheld', reason, date: '2026-10-06' }) as const;

function countCollection(verifications: StoredReview['verification'][], removed = 0): Collection {
  const tally = new CollectionTally();
  for (const verification of verifications) tally.add(storedReview({ verification }));
  return tally.count(removed);
}

test('received is published, pending, withheld for reasons, and removed together', () => {
  const verification = fc.oneof(
    fc.constant({ status: 'pending' } as const),
    fc.constant(storedReview().verification),
    fc.constantFrom(...WithholdingReason.options).map(withheld),
  );
  fc.assert(
    fc.property(fc.array(verification), fc.nat(5), (verifications, removed) => {
      const counts = countCollection(verifications, removed);
      assert.deepEqual(Collection.parse(counts), counts);
      const { reviewsPublished, reviewsPending, withheldByReason, reviewsRemoved } = counts;
      const held = Object.values(withheldByReason).reduce((sum, count) => sum + count, 0);
      assert.equal(counts.reviewsWithheld, held);
      assert.equal(counts.reviewsReceived, verifications.length + removed);
      assert.equal(verifications.length, reviewsPublished + reviewsPending + held);
      assert.equal(reviewsRemoved, removed);
    }),
  );
  const { withheldByReason } = countCollection(
    (['spam', 'duplicate', 'spam'] as const).map((reason) => withheld(reason)),
  );
  assert.equal(JSON.stringify(withheldByReason), '{"duplicate":1,"spam":2}');
});
