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
const find = (target: string, headers = {}, isLimited = true) =>
  createLookup({ current, pages, answers, isLimited })(target, { method: 'GET', headers });

const SEARCH = '/api/reviews/search?rating=5';
const MARKDOWN = '/reviews/review-b.md';
const LISTS = ['rating=5', 'stars=5', 'rating=9'];
const FEEDS = ['/feed.xml', '/api/feed.json'];

const renderList = async (query: string) =>
  (await pages.render(askPage('/reviews/', query)))?.file.identity;

/** Answers that are made when they are asked for. */
const MADE: readonly (readonly [string, () => Promise<{ body: unknown } | undefined>])[] = [
  [SEARCH, () => answers.reply(SEARCH, GET, (served) => answerSearch(served, 'rating=5'))],
  ['/reviews/', () => renderList('')],
  ...LISTS.map((query) => [`/reviews/?${query}`, () => renderList(query)] as const),
  ...FEEDS.map((path) => {
    const target = `${path}?utm_source=x&max_rating=2`;
    return [target, async () => replyWithFeed(answers, target, GET)] as const;
  }),
  [MARKDOWN, async () => replyWithView({ current, answers, tools: NO_TOOLS }, MARKDOWN, GET)],
];

test('what is made when it is asked for is found from then on, and nothing in its place before', async () => {
  for (const [target, make] of MADE) {
    assert.equal(find(target), undefined, target);
    const made = await make();
    assert.deepEqual(find(target)?.reply.body, made?.body ?? assert.fail(), target);
  }
});

test('answers to questions count where requests are limited, unless the client has them', () => {
  for (const target of [
    ...[SINCE, `${SINCE}?`, SEARCH, '/reviews/?utm_source=x', '/reviews/?sort=newest&rating=5.0'],
    ...LISTS.map((query) => `/reviews/?${query}`),
    ...FEEDS.map((path) => `${path}?max_rating=2&fbclid=y`),
  ]) {
    const { reply, count } = find(target) ?? assert.fail(target);
    assert.deepEqual([reply.status, count], [200, 'full'], target);
    assert.equal(find(target, {}, false)?.count, undefined, target);
    const etag = reply.headers[reply.headers.indexOf('ETag') + 1];
    const known = find(target, { 'if-none-match': etag });
    assert.deepEqual([known?.reply.status, known?.count], [304, 'free'], target);
    assert.equal(find(target, { 'if-none-match': '*' })?.count, 'full', target);
  }
});

test('files, pages, views and whole feeds are found without a count', () => {
  for (const target of [
    ...['/reviews.json', '/reviews.json?a', '/public.txt', '/', '/?a', '/?rating=5', '/reviews/'],
    ...['/reviews/?', ...FEEDS, '/feed.xml?utm_source=x', MARKDOWN, `${MARKDOWN}?a=b`],
  ]) {
    const found = find(target);
    assert.deepEqual([found?.reply.status, found?.count], [200, undefined], target);
  }
});

test('a client that prefers Markdown is sent to it, also where the page is rendered', async () => {
  const page = '/reviews/review-b/';
  const accept = { accept: 'text/markdown' };
  const { reply, ...moved } = find(page, accept) ?? assert.fail();
  assert.deepEqual([reply.status, moved], [302, { isHeldAnyway: true }]);
  await pages.render(askPage(page));
  assert.equal(find(page, accept)?.reply.status, 302);
  assert.equal(find(page, { accept: 'text/html' })?.reply.status, 200);
  for (const gone of ['/', '.md']) {
    assert.equal(find(`/reviews/gone-2026${gone}`, accept), undefined);
  }
});

test('only what takes no memory of its own may be kept', () => {
  for (const [target, headers, isHeld, isLasting] of [
    ['/reviews.json?a=b', {}, true],
    ['/', {}, false],
    ['/public.txt', {}, false],
    [SINCE, {}, false, true],
    [MARKDOWN, {}, false, true],
    ['/feed.xml?max_rating=2', {}, false, true],
    ['/', { 'if-none-match': '*' }, true],
    [SINCE, { 'if-none-match': '*' }, true, true],
  ] as const) {
    const found = find(target, headers);
    assert.deepEqual([found?.isHeldAnyway, found?.isLasting], [isHeld, isLasting], target);
  }
});

test('all else is left to the routes, and so is what they answer with an error', () => {
  const long = `/reviews.json?${'x'.repeat(8192)}`;
  for (const [target, headers] of [
    // Not rendered yet.
    ['/feeds/'],
    ['/api/reviews/search'],
    [`${SEARCH}&limit=3`],
    ['/feed.xml?max_rating=3'],
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
