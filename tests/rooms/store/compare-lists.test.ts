import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareReviews } from '#dataset/review.ts';
import { compareLists } from '../../../sidecar/store/compare-lists.ts';
import { publishedReview } from '../../support/reviews.ts';

const POOL = Array.from({ length: 24 }, (_, index) =>
  publishedReview({
    id: `review-${index % 8}`,
    datePublished: `2026-10-0${1 + (index % 3)}`,
    reviewBody: `${index % 4}`,
  }),
);
const list = fc
  .uniqueArray(fc.constantFrom(...POOL), { selector: ({ id }) => id })
  .map((reviews) => reviews.sort(compareReviews));

test('what two lists do not share is removed from the one and added to the other', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { removed, added } = compareLists(before, after);
      const placed = (reviews: typeof before, others: typeof before) =>
        [...reviews.entries()]
          .filter(([, item]) => !others.includes(item))
          .map(([position, item]) => ({ position, item }));
      assert.deepEqual(removed, placed(before, after));
      assert.deepEqual(added, placed(after, before));
    }),
  );
});
