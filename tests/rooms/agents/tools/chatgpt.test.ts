import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchForChatGpt } from '#agents/tools/chatgpt.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { BASE_URL, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

test('of a review that is too long for an answer the text is cut, and its page is named', async () => {
  const reviews = [storedReview({ reviewBody: 'word '.repeat(20_000) })];
  const answer = await callTool(fetchForChatGpt, sourceOf(datasetOf({ reviews })), {
    id: 'review-1',
  });
  assert.ok(answer.text.length < 10_000);
  assert.ok(answer.metadata.notice.includes(`${BASE_URL}/reviews/review-1.json`));
});
