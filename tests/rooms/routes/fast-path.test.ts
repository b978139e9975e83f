import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { Answers } from '../../../sidecar/routes/answers/answers.ts';
import { createLookup } from '../../../sidecar/routes/fast-path.ts';
import { answerSearch } from '../../../sidecar/routes/search.ts';
import { startTinyPages } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const SINCE = '/api/reviews/since/2026-01-01';
const current = new CurrentRelease();
await current.swap(release);
const pages = await startTinyPages({ current });
await pages.render('/');
const answers = new Answers({ current });
const find = (target: string, headers = {}, isLimited = false) =>
  createLookup({ current, pages, answers, isLimited })(target, { method: 'GET', headers });

test('data files, public files, rendered pages and since are found', () => {
  for (const target of [
    '/reviews.json',
    '/reviews.json?a',
    '/robots.txt',
    '/',
    '/?a',
    SINCE,
    `${SINCE}?`,
  ]) {
    assert.equal(find(target)?.reply.status, 200, target);
  }
});

test('a search is found once the routes have answered it', async () => {
  const target = '/api/reviews/search?rating=5';
  const zstd = { 'accept-encoding': 'zstd' };
  assert.equal(find(target), undefined);
  const request = { method: 'GET', headers: zstd } as const;
  const make = (served: typeof release) => answerSearch(served, 'rating=5');
  assert.deepEqual(await answers.reply(target, request, make), find(target, zstd)?.reply);
  const { headers = [] } = find(target)?.reply ?? {};
  assert.ok(!headers.includes('Content-Encoding'));
  assert.equal(find(target, {}, true)?.count, 'full');
  const known = { 'if-none-match': headers[headers.indexOf('ETag') + 1] };
  assert.equal(find(target, known, true)?.count, 'free');
  assert.equal(find(`${target}&limit=3`), undefined);
});

test('since counts where requests are limited, and what a client knows does not', () => {
  const { headers = [] } = find(SINCE)?.reply ?? {};
  const etag = headers[headers.indexOf('ETag') + 1];
  assert.equal(find(SINCE, {}, true)?.count, 'full');
  assert.equal(find(SINCE, { 'if-none-match': etag }, true)?.count, 'free');
  assert.equal(find(SINCE, { 'if-none-match': '*' }, true)?.count, 'full');
  for (const target of ['/reviews.json', '/'])
    assert.equal(find(target, {}, true)?.count, undefined);
  assert.equal(find(SINCE)?.count, undefined);
});

test('only what takes no memory of its own may be kept', () => {
  for (const [target, headers, isHeld] of [
    ['/reviews.json?a=b', {}, true],
    ['/', {}, false],
    ['/robots.txt', {}, false],
    [SINCE, {}, false],
    ['/', { 'if-none-match': '*' }, true],
    [SINCE, { 'if-none-match': '*' }, true],
  ] as const) {
    assert.equal(find(target, headers)?.isHeldAnyway, isHeld, target);
  }
});

test('all else is left to the routes, and so is what they answer with an error', () => {
  const long = `/reviews.json?${'x'.repeat(8192)}`;
  for (const [target, headers] of [
    // Not rendered yet.
    ['/feeds/'],
    ['/api/reviews/search'],
    ['/%72eviews.json'],
    ['/nothing'],
    [`${SINCE}x`],
    [`${SINCE}?limit=1`],
    ['*'],
    [long],
    ['/reviews.json', { 'if-match': '"x"' }],
    ['/reviews.json', { range: 'bytes=999999-' }],
  ] as const) {
    assert.equal(find(target, headers), undefined, target);
  }
});
