import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { createReplyAtOnce } from '../../../sidecar/routes/at-once.ts';
import { startTinyPages } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const SINCE = '/api/reviews/since/2026-01-01';
const current = new CurrentRelease();
await current.swap(release);
const pages = await startTinyPages({ current });
await pages.render('/');
const replyAtOnce = createReplyAtOnce({ pages, sinceIsCounted: false });
const statusOf = (target: string, headers = {}) =>
  replyAtOnce(release, target, { method: 'GET', headers })?.status;

test('data files, public files, rendered pages and since are answered at once', () => {
  for (const target of ['/reviews.json', '/reviews.json?a', '/robots.txt', '/', '/?a', SINCE]) {
    assert.equal(statusOf(target), 200, target);
  }
});

test('since is left to the route where requests are counted', () => {
  const counted = createReplyAtOnce({ pages, sinceIsCounted: true });
  assert.equal(counted(release, SINCE, { method: 'GET', headers: {} }), undefined);
});

test('a page that is not rendered yet is left to the route that renders it', () => {
  assert.equal(statusOf('/feeds/'), undefined);
});

test('all else is left to the routes, and so is what they answer with an error', () => {
  for (const target of ['/api/reviews/search', '/%72eviews.json', '/nothing', `${SINCE}x`, '*']) {
    assert.equal(statusOf(target), undefined, target);
  }
  assert.equal(statusOf('/reviews.json', { 'if-match': '"x"' }), undefined);
  assert.equal(statusOf('/reviews.json', { range: 'bytes=999999-' }), undefined);
  assert.equal(statusOf(`/reviews.json?${'x'.repeat(8192)}`), undefined);
});
