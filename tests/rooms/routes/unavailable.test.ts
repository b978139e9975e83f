import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '#formats/formats.ts';
import { ErrorBody } from '#openapi/error-body.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';

test('before there is a release, all that is of one is 503, and says when to come back', async (t) => {
  const { url } = await startInProcess(t);
  const ofReviews = ['/reviews/review-a/', '/reviews/review-a.json', '/reviews/review-a.md'];
  const answers = ['search', 'search.csv', 'stats', 'changes', 'since/2026-01-01'];
  for (const target of [
    ...['/', '/reviews.json', '/feed.xml', '/feed.xml?rating=5', '/sitemap.xml', '/robots.txt'],
    ...[...ofReviews, ...answers.map((answer) => `/api/reviews/${answer}`)],
    ...FORMATS.map(({ path }) => path),
  ]) {
    const { status, headers, json } = await ask(url, target);
    const { 'retry-after': seconds, 'cache-control': kept } = headers;
    assert.deepEqual([status, seconds, kept], [503, '2', 'no-store'], target);
    assert.equal(ErrorBody.parse(json()).code, 'unavailable');
  }
});
