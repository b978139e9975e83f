import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Collection, countCollection } from '#dataset/collection.ts';
import { WithholdingReason } from '#dataset/stored-review.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

const verification = fc.oneof(
  fc.constant({ status: 'pending' } as const),
  fc.constant({ status: 'verified', method: 'document', date: '2026-10-06' } as const),
  fc
    .constantFrom(...WithholdingReason.options)
    .map((reason) => ({ status: 'withheld', reason, date: '2026-10-06' }) as const),
);
const removal = { id: 'gone-1', dateRemoved: '2026-10-01', reason: 'spam' } as const;

test('received is published, pending, withheld and removed together', () => {
  fc.assert(
    fc.property(fc.array(verification), fc.nat(5), (verifications, removed) => {
      const counts = countCollection(
        contentOf({
          reviews: verifications.map((one) => storedReview({ verification: one })),
          removals: Array(removed).fill(removal),
        }),
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
  const { withheldByReason } = countCollection(
    contentOf({ reviews: [withheld('spam'), withheld('duplicate'), withheld('spam')] }),
  );
  assert.equal(JSON.stringify(withheldByReason), '{"duplicate":1,"spam":2}');
});
