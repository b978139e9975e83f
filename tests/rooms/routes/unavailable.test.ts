import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '#formats/formats.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();

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

test('where too much is asked at once, the next is 503 for a second, which is no fault', async (t) => {
  const search = async () => 'busy' as const;
  const published = { ...release.published, search, count: search };
  const busy = { ...release, search, published };
  const { url, current, log } = await startInProcess(t, { release: busy });
  const answers = ['/api/reviews/search', '/api/reviews/search.csv', '/api/reviews/stats?rating=5'];
  const lists = ['/reviews/', '/reviews/?rating=1'];
  for (const target of [...answers, '/feed.xml?rating=5', '/api/feed.json?rating=5', ...lists]) {
    const { status, headers, json } = await ask(url, target);
    const { 'retry-after': seconds, 'cache-control': kept } = headers;
    assert.deepEqual([status, seconds, kept], [503, '1', 'no-store'], target);
    assert.equal(json().detail, SEARCH_BUSY);
  }
  current.swap(release);
  for (const target of [...answers, ...lists]) assert.equal((await ask(url, target)).status, 200);
  assert.deepEqual(log, []);
});
