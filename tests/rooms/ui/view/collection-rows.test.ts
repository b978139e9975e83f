import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectionRows, withheldRows } from '../../../../site/ui/view/collection-rows.ts';

const COLLECTION = {
  reviewsReceived: 20,
  reviewsPublished: 12,
  reviewsPending: 3,
  reviewsWithheld: 4,
  withheldByReason: { spam: 1, duplicate: 3 },
  reviewsRemoved: 1,
};

test('the rows add up to what was received', () => {
  const total = collectionRows(COLLECTION).reduce((sum, { count }) => sum + count, 0);

  assert.equal(total, COLLECTION.reviewsReceived);
});

test('the reasons add up to what is withheld, and those that do not occur are left out', () => {
  const rows = withheldRows(COLLECTION);

  assert.deepEqual(
    rows.map(({ id, count }) => [id, count]),
    [
      ['duplicate', 3],
      ['spam', 1],
    ],
  );
  assert.deepEqual(withheldRows({ ...COLLECTION, withheldByReason: {} }), []);
});
