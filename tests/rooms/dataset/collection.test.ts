import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Collection, CollectionTally } from '#dataset/collection.ts';
import { type StoredReview, WithholdingReason } from '#dataset/schema/stored-review.ts';
import { storedReview } from '../../support/reviews.ts';

const verification = fc.oneof(
  fc.constant({ status: 'pending' } as const),
  fc.constant({ status: 'verified', method: 'document', date: '2026-10-06' } as const),
  fc
    .constantFrom(...WithholdingReason.options)
    .map((reason) => ({ status: 'withheld', reason, date: '2026-10-06' }) as const),
);

function countCollection(reviews: readonly StoredReview[], removed = 0): Collection {
  const tally = new CollectionTally();
  for (const review of reviews) tally.add(review);
  return tally.count(removed);
}

test('received is published, pending, withheld and removed together', () => {
  fc.assert(
    fc.property(fc.array(verification), fc.nat(5), (verifications, removed) => {
      const counts = countCollection(
        verifications.map((one) => storedReview({ verification: one })),
        removed,
      );
      assert.deepEqual(Collection.parse(counts), counts);
      assert.equal(counts.reviewsReceived, verifications.length + removed);
      assert.equal(
        counts.reviewsReceived,
        counts.reviewsPublished +
          counts.reviewsPending +
          counts.reviewsWithheld +
          counts.reviewsRemoved,
      );
      const byReason = Object.values(counts.withheldByReason);
      assert.equal(
        byReason.reduce((sum, count) => sum + count, 0),
        counts.reviewsWithheld,
      );
    }),
  );
});

test('reasons stand in one order, and only those that occur', () => {
  const withheld = (reason: WithholdingReason) =>
    storedReview({ verification: { status: 'withheld', reason, date: '2026-10-06' } });
  const { withheldByReason } = countCollection([
    withheld('spam'),
    withheld('duplicate'),
    withheld('spam'),
  ]);
  assert.equal(JSON.stringify(withheldByReason), '{"duplicate":1,"spam":2}');
});
