import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadContent } from '#dataset/check-content.ts';
import { ask } from '../support/ask.ts';
import { startDemonstration } from '../support/demonstration.ts';

const { url, published } = await startDemonstration({ after });
const stored = loadContent('content').content.reviews;
const hidden = stored.filter(({ verification }) => verification.status !== 'verified');

/** Every address under which something of a review could stand. */
const PATHS = [
  ...['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml', '/openapi.json'],
  ...['/', '/feeds/', '/404.html', '/robots.txt', '/healthz'],
  ...['/api/reviews/search?limit=100', '/api/reviews/since/2000-01-01'],
];

test('§1 pending and withheld reviews appear nowhere, neither their ids nor their words', async () => {
  assert.ok(hidden.length > 5);
  const pages = published.reviews.map((review) => new URL(review.url).pathname);
  for (const path of [...PATHS, ...pages]) {
    const { text } = await ask(url, path);
    for (const { id, reviewBody } of hidden) {
      assert.ok(!text.includes(id), `${id} in ${path}`);
      assert.ok(!text.includes(reviewBody.slice(0, 40)), `words of ${id} in ${path}`);
    }
  }
});

test('§1 search finds no word of a review that is not published', async () => {
  for (const { id, reviewBody } of hidden) {
    const query = new URLSearchParams({ query: reviewBody.slice(0, 60).trim(), limit: '100' });
    const { total } = (await ask(url, `/api/reviews/search?${query}`)).json();
    assert.equal(total, 0, id);
  }
});

test('§1 reviews that are not published have no page', async () => {
  const removed = ['yelp-p3t9rw5e', 'google-x7m2kd0q'];
  for (const id of [...hidden.map((review) => review.id), ...removed]) {
    for (const path of [`/reviews/${id}/`, `/reviews/${id}`, `/reviews/${id}/index.html`]) {
      // RFC 9110 §15.5.11: what was there once and was taken down is gone.
      assert.equal((await ask(url, path)).status, removed.includes(id) ? 410 : 404);
    }
  }
});

test('§1 of what was taken down id, day and reason are told, and nothing else', async () => {
  const { removals } = loadContent('content').content;
  const told = removals.map(({ id, dateRemoved, reason }) => ({ id, dateRemoved, reason }));
  assert.ok(told.length > 1);
  const { _removed } = (await ask(url, '/api/feed.json')).json();
  const { removed } = (await ask(url, '/api/reviews/since/2000-01-01')).json();
  for (const lines of [_removed, removed]) assert.deepEqual(new Set([lines].flat()), new Set(told));
  for (const path of PATHS) {
    if (['/api/feed.json', '/api/reviews/since/2000-01-01'].includes(path)) continue;
    const { text } = await ask(url, path);
    for (const { id } of told) assert.ok(!text.includes(id), `${id} in ${path}`);
  }
});
