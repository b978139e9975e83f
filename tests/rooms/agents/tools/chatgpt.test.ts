import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchForChatGpt, searchForChatGpt } from '#agents/tools/chatgpt.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { AWKWARD, BASE_URL, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('the title of a review without one is how its text begins, or its stars', async () => {
  const long = `Good ${'😀'.repeat(50)}`;
  const reviews = [
    storedReview({ id: 'a', reviewBody: 'Good\n\nlawyers.' }),
    storedReview({ id: 'b', reviewBody: long }),
  ];
  const other = sourceOf(datasetOf({ reviews }));
  const { results } = await callTool(searchForChatGpt, other, { query: 'good' });
  const facts = '(5 of 5 stars, Jane D., 2026-10-03)';
  assert.deepEqual(
    results.map(({ title }: { readonly title: string }) => title),
    [`Good lawyers. ${facts}`, `Good ${'😀'.repeat(37)}… ${facts}`],
  );
  const { title } = await callTool(fetchForChatGpt, source, { id: 'rating-only' });
  assert.equal(title, '1 of 5 stars, Jane D., 2026-10-01');
});

test('of a review that is too long for an answer the text is cut, and its page is named', async () => {
  const reviews = [storedReview({ reviewBody: 'word '.repeat(20_000) })];
  const answer = await callTool(fetchForChatGpt, sourceOf(datasetOf({ reviews })), {
    id: 'review-1',
  });
  assert.ok(answer.text.length < 10_000);
  assert.ok(answer.metadata.notice.includes(`${BASE_URL}/reviews/review-1.json`));
});
