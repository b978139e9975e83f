import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '#agents/ready-json.ts';
import { getReview } from '#agents/tools/get-review.ts';
import { reviewBytes } from '#search/corpus.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('every review is answered as it was published', async () => {
  for (const [position, review] of AWKWARD.reviews.entries()) {
    assert.deepEqual(await callTool(getReview, source, { id: review.id }), review);
    const answer = await getReview.call({ id: review.id }, source);
    const published = new TextDecoder().decode(reviewBytes(source.corpus, position));
    assert.equal(answer.ok && textOf(answer.json), published);
  }
});

test('an id that no review has is a failure that says where ids are', async () => {
  assert.equal(
    await failureOf(getReview, source, { id: 'nobody' }),
    'No review has id nobody. Use search_reviews to find ids.',
  );
});

test('of a review that was taken down it is said when and why', async () => {
  assert.equal(
    await failureOf(getReview, source, { id: 'gone-2' }),
    'Review gone-2 was taken down on 2026-08-01 (spam). Use search_reviews to find others.',
  );
});

for (const [given, message] of [
  [{}, 'id is required'],
  [{ id: 7 }, 'id must be text (got 7)'],
  [{ id: 'A "b"' }, 'id must be 4 to 64 lower-case letters, digits or hyphens (got "A \\"b\\"")'],
  [{ id: 'everything', ids: [] }, '"ids" is not an argument of get_review (did you mean "id"?)'],
] as const) {
  test(`${JSON.stringify(given)} is no id: ${message}`, async () => {
    assert.ok((await failureOf(getReview, source, given)).includes(`\n- ${message}`));
  });
}
