import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { createLookup } from '../../../sidecar/routes/fast-path.ts';
import { startTinyPages } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const SINCE = '/api/reviews/since/2026-01-01';
const current = new CurrentRelease();
await current.swap(release);
const pages = await startTinyPages({ current });
await pages.render('/');
const lookupReply = createLookup({ current, pages, isLimited: false });
const statusOf = (target: string, headers = {}) =>
  lookupReply(target, { method: 'GET', headers })?.reply.status;

test('data files, public files, rendered pages and since are found', () => {
  for (const target of ['/reviews.json', '/reviews.json?a', '/robots.txt', '/', '/?a', SINCE]) {
    assert.equal(statusOf(target), 200, target);
  }
});

test('since counts where requests are limited, and what a client knows does not', () => {
  const lookup = createLookup({ current, pages, isLimited: true });
  const countOf = (target: string, headers = {}) =>
    lookup(target, { method: 'GET', headers })?.count;
  assert.equal(countOf(SINCE), 'full');
  const { etag } = Object.fromEntries(
    (lookup(SINCE, { method: 'GET', headers: {} })?.reply.headers ?? []).flatMap(
      (name, index, all) => (index % 2 === 0 ? [[name.toLowerCase(), all[index + 1]]] : []),
    ),
  );
  assert.equal(countOf(SINCE, { 'if-none-match': etag }), 'free');
  assert.equal(countOf(SINCE, { 'if-none-match': '*' }), 'full');
  for (const target of ['/reviews.json', '/']) assert.equal(countOf(target), undefined);
  assert.equal(lookupReply(SINCE, { method: 'GET', headers: {} })?.count, undefined);
});

test('only what takes no memory of its own may be kept', () => {
  const isHeld = (target: string, headers = {}) =>
    lookupReply(target, { method: 'GET', headers })?.isHeldAnyway;
  for (const target of ['/reviews.json', '/reviews.json?a=b']) assert.equal(isHeld(target), true);
  for (const target of ['/', '/robots.txt', SINCE]) assert.equal(isHeld(target), false);
  for (const target of ['/', SINCE]) assert.equal(isHeld(target, { 'if-none-match': '*' }), true);
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
