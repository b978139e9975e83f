import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FeedDocument } from '#artifacts/feeds/json-feed.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { SearchResult } from '#search/search-result.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { Answers } from '../../../sidecar/routes/answers/answers.ts';
import { createLookup } from '../../../sidecar/routes/fast-path.ts';
import { replyWithFeed } from '../../../sidecar/routes/feeds.ts';
import { ask, decode } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { startTinyPages } from '../../support/pages.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { childrenOf, parseXml, textOfChild } from '../artifacts/parse-xml.ts';

const MANY = 120;
const many = Array.from({ length: MANY }, (_, index) =>
  sampleReview(
    `many-${String(index).padStart(3, '0')}`,
    `2025-0${1 + (index % 9)}-1${index % 3}`,
    { rating: String(1 + (index % 5)) },
    `Number ${index}.`,
  ),
);
const content = Object.assign({}, SAMPLE_CONTENT, ...many);
const made = await makeRelease(content);
const { release } = made;
const { url } = await startInProcess({ after }, { release });

const ATOM = '/feed.xml';
const JSON_FEED = '/api/feed.json';
const readAtom = async (target: string) => parseXml((await ask(url, target)).text);
const readJson = async (target: string) => FeedDocument.parse((await ask(url, target)).json());
const linkOf = (feed: ReturnType<typeof parseXml>, rel: string) =>
  childrenOf(feed, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href;

test('a feed with filters has what search finds by them, newest first, 50 at most', async () => {
  for (const [asked, same = asked] of [
    ['max_rating=2', 'max_rating=2&limit=50'],
    ['rating=5&sort=oldest', 'rating=5&sort=oldest&limit=50'],
    ['query=number+1&limit=7'],
    ['source=Google&since=2025-03-01', 'source=Google&since=2025-03-01&limit=50'],
    ['rating=5&query=nowhere-to-be-found'],
    ['limit=3'],
  ] as const) {
    const { json } = await ask(url, `/api/reviews/search?${same}`);
    const ids = SearchResult.parse(json()).reviews.map(({ id }) => id);
    const { items } = await readJson(`${JSON_FEED}?${asked}`);
    assert.deepEqual(
      items.map(({ _review }) => _review.reviewId),
      ids,
      asked,
    );
    const entries = childrenOf(await readAtom(`${ATOM}?${asked}`), 'entry');
    assert.deepEqual(
      entries.map((entry) => textOfChild(entry, 'id')),
      items.map(({ id }) => id),
    );
  }
});

test('it is no topic: it names itself, what was asked, and no hub', async () => {
  const asked = 'limit=9&aspect=communication&utm_source=x&max_rating=2';
  const own = '?max_rating=2&aspect=communication&limit=9';
  const title = /^Reviews of .*: 2 stars or fewer, about communication$/;
  const feed = await readAtom(`${ATOM}?${asked}`);
  assert.equal(linkOf(feed, 'self'), `${BASE_URL}${ATOM}${own}`);
  assert.equal(linkOf(feed, 'hub'), undefined);
  const list = `${BASE_URL}/reviews/?max_rating=2&aspect=communication`;
  assert.equal(linkOf(feed, 'alternate'), list);
  assert.match(textOfChild(feed, 'title'), title);
  assert.match(textOfChild(feed, 'id'), /:reviews\?max_rating=2&aspect=communication$/);
  const json = await readJson(`${JSON_FEED}?${asked}`);
  assert.deepEqual(
    [json.feed_url, json.home_page_url, json.hubs],
    [`${BASE_URL}${JSON_FEED}${own}`, list, undefined],
  );
  assert.match(json.title, title);
  for (const path of [ATOM, JSON_FEED]) {
    const { headers } = await ask(url, `${path}?${asked}`);
    assert.equal(headers.link, undefined, 'neither a hub nor a next page');
    assert.match(String((await ask(url, path)).headers.link), /rel="hub"/);
  }
});

test('who follows it learns of every takedown, and asks for its pages one after the other', async () => {
  const first = await readAtom(`${ATOM}?max_rating=5&limit=50`);
  assert.equal(childrenOf(first, 'at:deleted-entry').length, release.removed.length);
  const seen: string[] = [];
  let pages = 0;
  let target: string | undefined = `${ATOM}?max_rating=5`;
  while (target !== undefined) {
    const { headers, text } = await ask(url, target);
    const feed = parseXml(text);
    seen.push(...childrenOf(feed, 'entry').map((entry) => textOfChild(entry, 'id')));
    const next = linkOf(feed, 'next');
    assert.equal(headers.link, next && `<${next}>; rel="next"`);
    assert.equal(textOfChild(feed, 'id'), textOfChild(first, 'id'));
    assert.equal(childrenOf(feed, 'at:deleted-entry').length > 0, pages === 0);
    target = next?.slice(BASE_URL.length);
    pages++;
  }
  assert.deepEqual([pages, seen.length, new Set(seen).size], [3, MANY + 5, MANY + 5]);
  const items: string[] = [];
  let next: string | undefined = `${BASE_URL}${JSON_FEED}?max_rating=5`;
  while (next !== undefined) {
    const document: FeedDocument = await readJson(next.slice(BASE_URL.length));
    assert.equal(document._removed !== undefined, items.length === 0);
    items.push(...document.items.map(({ id }) => id));
    next = document.next_url;
  }
  assert.deepEqual(items, seen);
});

test('whoever asks nothing of search gets the topic, byte for byte', async () => {
  for (const path of [ATOM, JSON_FEED]) {
    const topic = await ask(url, path);
    for (const query of ['?', '?utm_source=x', '?page=2&v=1', '?limit=50', '?sort=newest']) {
      const answer = await ask(url, path + query);
      assert.deepEqual(answer.body, topic.body, query);
      const { date, ratelimit, 'ratelimit-policy': policy, ...headers } = answer.headers;
      assert.deepEqual({ ...headers, date: '' }, { ...topic.headers, date: '' }, query);
    }
  }
});

test('a wrong value is 400 with an issue for each, as in search', async () => {
  for (const path of [ATOM, JSON_FEED]) {
    const { status, json, headers } = await ask(url, `${path}?rating=9&since=2026-02-30&utm=x`);
    assert.equal(status, 400);
    assert.equal(headers['cache-control'], 'no-store');
    assert.deepEqual(
      ErrorBody.parse(json()).issues.map((issue) => [issue.path, issue.code]),
      [
        [['rating'], 'out_of_range'],
        [['since'], 'invalid_date'],
      ],
    );
  }
});

test('it is sent as other answers are: conditional, coded, to all origins, and by its reviews', async (t) => {
  for (const [path, mediaType] of [
    [`${ATOM}?max_rating=2`, ATOM_TYPE],
    [`${JSON_FEED}?max_rating=2`, JSON_TYPE],
  ] as const) {
    const plain = await ask(url, path);
    assert.equal(plain.headers['content-type'], mediaType);
    assert.equal(plain.headers['access-control-allow-origin'], '*');
    assert.equal(plain.headers['cache-control'], 'public, max-age=60');
    assert.match(String(plain.headers['cache-tag']), /^r-[\w-]+(?:,r-[\w-]+){49}$|^r-/);
    const tags = [String(plain.headers.etag)];
    for (const coding of ['zstd', 'br', 'gzip']) {
      const coded = await ask(url, path, { headers: { 'Accept-Encoding': coding } });
      assert.deepEqual([coded.status, coded.headers['content-encoding']], [200, coding]);
      assert.equal(decode(coded), plain.text);
      tags.push(String(coded.headers.etag));
    }
    assert.equal(new Set(tags).size, 4);
    for (const tag of tags) {
      const { status } = await ask(url, path, { headers: { 'If-None-Match': tag } });
      assert.equal(status, 304);
    }
    const head = await ask(url, path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    const { url: cold } = await startInProcess(t, { release });
    const [spelled] = await sendRaw(cold, headOf(path.replace('feed', '%66eed')));
    assert.deepEqual(spelled?.body, plain.body);
    assert.equal((await ask(url, path, { method: 'POST' })).status, 405);
  }
});

test('it counts against the limit, and is found on the fast path once it was made', async () => {
  const current = new CurrentRelease();
  await current.swap(release);
  const pages = await startTinyPages({ current });
  const answers = new Answers({ current });
  const find = (target: string, headers = {}, isLimited = true) =>
    createLookup({ current, pages, answers, isLimited })(target, { method: 'GET', headers });
  const get = { method: 'GET', headers: {} } as const;
  for (const path of [ATOM, JSON_FEED]) {
    const target = `${path}?utm_source=x&max_rating=2`;
    assert.equal(find(target), undefined, 'it is not the topic');
    const made = await replyWithFeed(answers, target, get);
    const found = find(`${path}?max_rating=2&fbclid=y`);
    assert.deepEqual(found, { reply: made, isHeldAnyway: false, isLasting: true, count: 'full' });
    const etag = made?.headers[made.headers.indexOf('ETag') + 1];
    const known = find(target, { 'if-none-match': etag });
    assert.deepEqual([known?.reply.status, known?.count], [304, 'free']);
    assert.equal(find(target, {}, false)?.count, undefined);
    assert.equal(find(`${path}?max_rating=3`), undefined);
    for (const topic of [path, `${path}?utm_source=x`]) {
      assert.equal(find(topic)?.reply.status, 200);
      assert.equal(find(topic)?.count, undefined);
    }
    assert.equal(replyWithFeed(answers, `${path}?utm_source=x`, get), undefined);
  }
});

test('beyond the limit it is 429, and the topic is not', async (t) => {
  const { url: limited } = await startInProcess(t, { release, rateLimitPerMinute: 1 });
  const target = `${ATOM}?rating=5`;
  assert.equal((await ask(limited, target)).status, 200);
  assert.equal((await ask(limited, target)).status, 429);
  assert.equal((await ask(limited, `${JSON_FEED}?rating=4`)).status, 429);
  assert.equal((await ask(limited, `${ATOM}?utm_source=x`)).status, 200);
});

test('where too many searches are in flight, and where no release is there, it is 503', async (t) => {
  const search = async () => 'busy' as const;
  const { url: busy } = await startInProcess(t, { release: { ...release, search } });
  const { status, headers, json } = await ask(busy, `${ATOM}?rating=5`);
  assert.deepEqual([status, headers['retry-after'], json().detail], [503, '1', SEARCH_BUSY]);
  const { url: starting } = await startInProcess(t);
  assert.equal((await ask(starting, `${ATOM}?rating=5`)).status, 503);
});

test('after a takedown no feed shows the review, and each says that it is gone', async (t) => {
  const { url: swapped, current } = await startInProcess(t, { release });
  const targets = [`${ATOM}?rating=5`, `${JSON_FEED}?rating=5`, '/archive/2026/10/feed.xml'];
  for (const target of targets) assert.match((await ask(swapped, target)).text, /Wow/);
  const removed = `${SAMPLE_CONTENT['removed.yaml']}- { id: review-a, dateRemoved: 2026-11-19, reason: court-order }\n`;
  const files = { ...content, 'removed.yaml': removed };
  await current.swap((await makeRelease(files, { previous: made.manifest })).release);
  for (const target of targets) assert.doesNotMatch((await ask(swapped, target)).text, /Wow/);
  for (const target of targets.slice(0, 2)) {
    assert.match((await ask(swapped, target)).text, /:review:review-a".*court-order/s);
  }
});
