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
const SEARCH = '/api/reviews/search?rating=5';
const MARKDOWN = '/reviews/review-b.md';
const FEED = '/feed.xml?utm_source=x&max_rating=2';
const current = new CurrentRelease();
current.swap(release);
const pages = await startTinyPages({ current });
const answers = new Answers({ current });
const find = (target: string, headers = {}, isLimited = true) =>
  createLookup({ current, pages, answers, isLimited })(target, { method: 'GET', headers });

test('what is made when it is asked for is found from then on, and nothing in its place before', async () => {
  const renderList = async (query: string) =>
    (await pages.render(askPage('/reviews/', query)))?.file.identity;
  const sources = { current, answers, tools: NO_TOOLS };
  for (const [target, make] of [
    // The home page alone is rendered before it is asked for.
    ['/insights/', async () => (await pages.render(askPage('/insights/')))?.file.identity],
    ['/reviews/', () => renderList('')],
    ['/reviews/?rating=5', () => renderList('rating=5')],
    ['/reviews/?rating=9', () => renderList('rating=9')],
    [SEARCH, () => answers.reply(SEARCH, GET, (served) => answerSearch(served, 'rating=5'))],
    [FEED, async () => replyWithFeed(answers, FEED, GET)],
    [MARKDOWN, async () => replyWithView(sources, MARKDOWN, GET)],
  ] as const) {
    assert.equal(find(target), undefined, target);
    const made = await make();
    assert.deepEqual(find(target)?.reply.body, made?.body ?? assert.fail(), target);
  }
});

/** Replies that are found, their count where requests are limited, and how they may be kept. */
for (const [target, count, isHeldAnyway, isLasting] of [
  ['/reviews.json?a', undefined, true],
  ['/feed.xml?utm_source=x', undefined, true],
  ['/insights/?rating=5', undefined, false],
  ['/reviews/?', undefined, false],
  [`${MARKDOWN}?a=b`, undefined, false, true],
  ['/reviews/?sort=newest&rating=5.0', 'full', false],
  [`${SINCE}?`, 'full', false, true],
  [SEARCH, 'full', false, true],
  ['/feed.xml?max_rating=2&fbclid=y', 'full', false, true],
] as const) {
  test(`${target} is found, counts ${count ?? 'nothing'}, and a 304 takes no memory`, () => {
    const { reply, ...found } = find(target) ?? assert.fail();
    assert.equal(reply.status, 200);
    assert.deepEqual(
      [found.count, found.isHeldAnyway, found.isLasting],
      [count, isHeldAnyway, isLasting],
    );
    assert.equal(find(target, {}, false)?.count, undefined);
    const etag = reply.headers[reply.headers.indexOf('ETag') + 1];
    for (const [tag, counted] of [
      [etag, 'free'],
      ['*', 'full'],
    ] as const) {
      const known = find(target, { 'if-none-match': tag });
      assert.deepEqual([known?.reply.status, known?.isHeldAnyway], [304, true]);
      assert.equal(known?.count, count && counted);
    }
  });
}

test('all else is left to the routes, and so is what they answer with an error', () => {
  for (const [target, headers] of [
    // Not rendered or asked yet.
    ...[['/feeds/'], ['/api/reviews/search'], ['/feed.xml?max_rating=3'], ['/%72eviews.json']],
    ...[[`${SINCE}x`], [`${SINCE}?limit=1`], ['*'], [`/reviews.json?${'x'.repeat(8192)}`]],
    ['/reviews.json', { 'if-match': '"x"' }],
    ['/reviews.json', { range: 'bytes=999999-' }],
  ] as const) {
    assert.equal(find(String(target), headers), undefined, String(target));
  }
});
