import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { askPage } from '../../../sidecar/render/asked-page.ts';
import { Answers } from '../../../sidecar/routes/answers/answers.ts';
import { createLookup } from '../../../sidecar/routes/fast-path.ts';
import { replyWithFeed } from '../../../sidecar/routes/feeds.ts';
import { answerSearch } from '../../../sidecar/routes/search.ts';
import { replyWithView } from '../../../sidecar/routes/views.ts';
import { startTinyPages } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';
import { NO_TOOLS } from '../../support/review-source.ts';

const { release } = await makeRelease();
const GET = { method: 'GET', headers: {} } as const;
const SINCE = '/api/reviews/since/2026-01-01';
const current = new CurrentRelease();
await current.swap(release);
const pages = await startTinyPages({ current });
await pages.render(askPage('/'));
const answers = new Answers({ current });
const find = (target: string, headers = {}, isLimited = false) =>
  createLookup({ current, pages, answers, isLimited })(target, { method: 'GET', headers });

test('data files, public files, rendered pages and since are found', () => {
  for (const target of [
    '/reviews.json',
    '/reviews.json?a',
    '/public.txt',
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

test('a list is found once it was rendered for the same question, and counts', async () => {
  const find304 = (target: string, etag: string) => find(target, { 'if-none-match': etag }, true);
  await pages.render(askPage('/reviews/'));
  const plain = find('/reviews/', {}, true);
  assert.deepEqual([plain?.reply.status, plain?.count], [200, undefined]);
  assert.deepEqual(find('/reviews/?', {}, true), plain);
  assert.equal(find('/reviews/?utm_source=x', {}, true)?.count, 'full');
  for (const query of ['rating=5', 'stars=5', 'rating=9']) {
    const target = `/reviews/?${query}`;
    assert.equal(find(target), undefined, 'not the page of no question');
    const page = await pages.render(askPage('/reviews/', query));
    const found = find(target, {}, true);
    assert.deepEqual([found?.reply.body, found?.count], [page?.file.identity.body, 'full']);
    assert.notDeepEqual(found?.reply.body, plain?.reply.body);
    const { etag = '' } = page?.file.identity ?? {};
    assert.deepEqual(
      [find304(target, etag)?.reply.status, find304(target, etag)?.count],
      [304, 'free'],
    );
    assert.equal(find304(target, '*')?.count, 'full');
  }
  assert.equal(find('/reviews/?sort=newest&rating=5.0')?.reply.status, 200);
  assert.equal(find('/?rating=5', {}, true)?.count, undefined);
});

test('a feed with filters is found once it was made, and counts; the topic does neither', async () => {
  for (const path of ['/feed.xml', '/api/feed.json']) {
    const target = `${path}?utm_source=x&max_rating=2`;
    assert.equal(find(target), undefined, 'it is not the topic');
    const reply = await replyWithFeed(answers, target, GET);
    const found = find(`${path}?max_rating=2&fbclid=y`, {}, true);
    assert.deepEqual(found, { reply, isHeldAnyway: false, isLasting: true, count: 'full' });
    const etag = reply?.headers[reply.headers.indexOf('ETag') + 1];
    const known = find(target, { 'if-none-match': etag }, true);
    assert.deepEqual([known?.reply.status, known?.count], [304, 'free']);
    assert.equal(find(target)?.count, undefined);
    assert.equal(find(`${path}?max_rating=3`), undefined);
    for (const topic of [path, `${path}?utm_source=x`]) {
      assert.deepEqual([find(topic)?.reply.status, find(topic, {}, true)?.count], [200, undefined]);
    }
    assert.equal(replyWithFeed(answers, `${path}?utm_source=x`, GET), undefined);
  }
});

test('a view is found once it was made, and the way to Markdown at once, free of any limit', async () => {
  const [view, page] = ['/reviews/review-b.md', '/reviews/review-b/'];
  assert.equal(find(view), undefined);
  const reply = await replyWithView({ current, answers, tools: NO_TOOLS }, view, GET);
  assert.deepEqual(find(`${view}?a=b`, {}, true), { reply, isHeldAnyway: false, isLasting: true });
  const accept = { accept: 'text/markdown' };
  const moved = find(page, accept, true);
  assert.deepEqual(
    [moved?.reply.status, moved?.isHeldAnyway, moved?.count],
    [302, true, undefined],
  );
  await pages.render(askPage(page));
  assert.equal(find(page, accept)?.reply.status, 302);
  assert.equal(find(page, { accept: 'text/html' })?.reply.status, 200);
  for (const gone of ['/', '.md'])
    assert.equal(find(`/reviews/gone-2026${gone}`, accept), undefined);
});

test('only what takes no memory of its own may be kept', () => {
  for (const [target, headers, isHeld] of [
    ['/reviews.json?a=b', {}, true],
    ['/', {}, false],
    ['/public.txt', {}, false],
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
