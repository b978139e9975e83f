import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editReviews } from '../../../../../scripts/lab/bench/insights/edit-reviews.ts';
import { makeSample } from '../../../../../scripts/lab/bench/insights/sample.ts';

test('each edit gives one other review another text', () => {
  let before = makeSample({ texts: 'generated', size: 40 });
  const edited = new Set<string>();
  for (const content of editReviews(before, 20)) {
    const changed = content.reviews.filter((review, place) => review !== before.reviews[place]);
    assert.equal(changed.length, 1);
    for (const { id, reviewBody } of changed) {
      assert.ok(before.reviews.every((review) => review.reviewBody !== reviewBody));
      edited.add(id);
    }
    before = content;
  }
  assert.equal(edited.size, 20);
});
