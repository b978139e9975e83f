import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplyAtOnce } from '../../../sidecar/routes/at-once.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const SINCE = '/api/reviews/since/2026-01-01';
const replyAtOnce = createReplyAtOnce({ sinceIsCounted: false });
const statusOf = (target: string, headers = {}) =>
  replyAtOnce(release, target, { method: 'GET', headers })?.status;

test('published files and since are answered at once', () => {
  for (const target of ['/reviews.json', '/', '/reviews.json?a', SINCE, `${SINCE}?a`]) {
    assert.equal(statusOf(target), 200, target);
  }
});

test('since is left to the route where requests are counted', () => {
  const counted = createReplyAtOnce({ sinceIsCounted: true });
  assert.equal(counted(release, SINCE, { method: 'GET', headers: {} }), undefined);
});

test('all else is left to the routes, and so is what they answer with an error', () => {
  for (const target of ['/api/reviews/search', '/%72eviews.json', '/nothing', `${SINCE}x`, '*']) {
    assert.equal(statusOf(target), undefined, target);
  }
  assert.equal(statusOf('/reviews.json', { 'if-match': '"x"' }), undefined);
  assert.equal(statusOf('/reviews.json', { range: 'bytes=999999-' }), undefined);
  assert.equal(statusOf(`/reviews.json?${'x'.repeat(8192)}`), undefined);
});
