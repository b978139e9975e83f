import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { reviewText } from '#search/corpus/corpus.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { viewPaths } from '#views/views.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { askPage } from '../../../sidecar/render/asked-page.ts';
import { Answers } from '../../../sidecar/routes/answers/answers.ts';
import { createLookup } from '../../../sidecar/routes/fast-path.ts';
import { replyWithView } from '../../../sidecar/routes/views.ts';
import { ask, decode } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { startTinyPages } from '../../support/pages.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { readPng } from '../../support/read-png.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { NO_TOOLS } from '../../support/review-source.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const long = sampleReview('review-long', '2026-01-02', {}, 'It took a while. '.repeat(100));
const content = { ...SAMPLE_CONTENT, ...long };
const made = await makeRelease(content);
const { release } = made;
const { url } = await startInProcess({ after }, { release });
const JSON_FORM = '/reviews/review-a.json';
const MARKDOWN = '/reviews/review-a.md';
const IMAGE = '/og.png';
const API_CATALOG = '/.well-known/api-catalog';
const CATALOG_LINK = `<${BASE_URL}${API_CATALOG}>; rel="api-catalog"`;
const REMOVED = `${SAMPLE_CONTENT['removed.yaml']}- { id: review-a, dateRemoved: 2026-11-19, reason: court-order }\n`;

test('every view is served, with what caches and other origins need to know', async () => {
  for (const path of viewPaths(release.published)) {
    const { status, headers, text } = await ask(url, path);
    assert.deepEqual([status, text.length > 20], [200, true], path);
    assert.match(String(headers.etag), /^"[\w-]{27}"$/);
    assert.equal(headers['cache-control'], 'public, max-age=60, stale-while-revalidate=60');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['last-modified'], 'Fri, 20 Nov 2026 08:00:00 GMT', path);
    assert.equal(headers['content-security-policy'], "default-src 'none'");
    const [, id] = /^\/reviews\/(.+)\.\w+$/.exec(path) ?? [];
    const ofAll = /\.(?:xml|png)$|^\/archive\//.test(path) || DESCRIPTIONS.get(path)?.dependsOnAll;
    assert.equal(headers['cache-tag'], ofAll ? 'reviews' : id && `r-${id}`, path);
    const canonical = id && `<${BASE_URL}/reviews/${id}/>; rel="canonical"`;
    assert.equal(headers.link, path === API_CATALOG ? CATALOG_LINK : canonical, path);
  }
  const types = [
    JSON_FORM,
    MARKDOWN,
    '/sitemap.xml',
    '/robots.txt',
    '/site.webmanifest',
    IMAGE,
    '/archive/2026/10/feed.xml',
    '/archive/2026/10/feed.json',
  ].map(async (path) => (await ask(url, path)).headers['content-type']);
  assert.deepEqual(await Promise.all(types), [
    'application/json',
    'text/markdown; charset=utf-8',
    'application/xml',
    'text/plain; charset=utf-8',
    'application/manifest+json',
    'image/png',
    'application/atom+xml',
    'application/json',
  ]);
  assert.equal((await ask(url, JSON_FORM)).text, reviewText(release.corpus, 0));
});

test('HEAD of the catalog of interfaces names it, as GET does (RFC 9727 §2)', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await ask(url, API_CATALOG, { method });
    assert.deepEqual([status, headers.link], [200, CATALOG_LINK]);
    assert.match(String(headers['content-type']), /^application\/linkset\+json; profile="/);
  }
});

test('the first answer, which is made, and the next, which is remembered, agree', async (t) => {
  const path = '/reviews/review-long.md';
  const plain = await ask(url, path);
  const tags = [String(plain.headers.etag)];
  for (const coding of ['zstd', 'br', 'gzip']) {
    const headers = { 'Accept-Encoding': coding };
    const coded = await ask(url, path, { headers });
    assert.deepEqual([coded.status, coded.headers['content-encoding']], [200, coding]);
    assert.equal(decode(coded), plain.text);
    tags.push(String(coded.headers.etag));
  }
  assert.equal(new Set(tags).size, 4);
  for (const [headers, status] of [
    [{}, 200],
    [{ 'Accept-Encoding': 'br' }, 200],
    ...tags.map((tag) => [{ 'If-None-Match': `"x", W/${tag}` }, 304] as const),
    [{ 'If-None-Match': '*' }, 304],
    [{ 'If-Match': '"x"' }, 412],
    [{ 'If-Modified-Since': 'Fri, 20 Nov 2026 08:00:00 GMT' }, 304],
    [{ 'If-Modified-Since': 'Fri, 20 Nov 2026 07:59:59 GMT' }, 200],
  ] as const) {
    const { url: fresh } = await startInProcess(t, { release });
    const cold = await ask(fresh, path, { headers });
    const next = await ask(fresh, `${path}?utm_source=x`, { headers });
    assert.equal(cold.status, status, JSON.stringify(headers));
    assert.deepEqual({ ...next.headers, date: '' }, { ...cold.headers, date: '' });
    assert.deepEqual(next.body, cold.body);
  }
  const head = await ask(url, path, { method: 'HEAD' });
  assert.deepEqual({ ...head.headers, date: '' }, { ...plain.headers, date: '' });
  assert.equal(head.body.length, 0);
  const post = await ask(url, path, { method: 'POST' });
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS']);
  const [spelled] = await sendRaw(url, headOf('/reviews/review%2Dlong%2Emd'));
  assert.deepEqual(spelled?.body, plain.body);
});

test('a form of a review that was taken down is 410 and one of none 404, both as data', async () => {
  const headers = { Accept: 'text/html' };
  for (const form of ['json', 'md']) {
    for (const options of [{}, { headers }]) {
      const gone = await ask(url, `/reviews/gone-2026.${form}`, options);
      const { detail } = ErrorBody.parse(gone.json());
      assert.equal(detail, 'This review was taken down on 2026-08-11 (spam); delete copies of it.');
      assert.deepEqual([gone.status, gone.headers['cache-tag']], [410, 'r-gone-2026']);
      assert.equal(gone.headers['content-type'], 'application/json');
      const missing = await ask(url, `/reviews/nobody-1.${form}`, options);
      assert.match(ErrorBody.parse(missing.json()).detail, /Nothing is published at "\/reviews/);
      assert.equal(missing.status, 404);
    }
  }
  assert.equal((await ask(url, '/sitemaps/1.xml')).status, 404);
});

test('before there is a release, views are 503', async (t) => {
  const { url: starting } = await startInProcess(t);
  for (const path of [JSON_FORM, MARKDOWN, '/sitemap.xml', '/robots.txt']) {
    const { status, headers } = await ask(starting, path);
    assert.deepEqual([status, headers['retry-after']], [503, '2'], path);
  }
});

test('after a swap nothing of the release before is sent, from memory or half made', async (t) => {
  const { url: swapped, current } = await startInProcess(t, { release });
  for (const path of [JSON_FORM, MARKDOWN]) assert.match((await ask(swapped, path)).text, /Wow/);
  const files = { ...content, 'removed.yaml': REMOVED };
  const after = (await makeRelease(files, { previous: made.manifest })).release;
  await current.swap(after);
  for (const path of ['/reviews/review-a/', JSON_FORM, MARKDOWN]) {
    const { status, text } = await ask(swapped, path);
    assert.equal(status, 410, path);
    assert.doesNotMatch(text, /Wow|Jane/);
  }
  assert.doesNotMatch((await ask(swapped, '/sitemap.xml')).text, /review-a\//);
  assert.match((await ask(swapped, '/sitemap.xml')).text, /review-b\//);
  const { headers } = await ask(swapped, '/datapackage.json');
  assert.equal(headers['last-modified'], 'Fri, 20 Nov 2026 08:00:01 GMT', 'later than before');

  // One that is being made while the next is swapped in.
  const served = new CurrentRelease();
  const held = Promise.withResolvers<void>();
  const slow = { ...release.published, head: () => held.promise.then(release.published.head) };
  await served.swap({ ...release, published: slow });
  const answers = new Answers({ current: served });
  const get = { method: 'GET', headers: {} } as const;
  const asked =
    replyWithView({ current: served, answers, tools: NO_TOOLS }, MARKDOWN, get) ?? assert.fail();
  await setImmediate();
  await served.swap(after);
  held.resolve();
  await assert.rejects(Promise.resolve(asked), { status: 410 });
});

test('all who ask at once share one making', async () => {
  const current = new CurrentRelease();
  let heads = 0;
  const head = async () => {
    heads++;
    await setImmediate();
    return release.published.head();
  };
  await current.swap({ ...release, published: { ...release.published, head } });
  const answers = new Answers({ current });
  const get = { method: 'GET', headers: {} } as const;
  const reply = async () => replyWithView({ current, answers, tools: NO_TOOLS }, MARKDOWN, get);
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, reply));
  assert.equal(heads, 1);
  for (const other of others) assert.deepEqual(other, first);
});

test('an image is sent as it is, and one that cannot be made now is made for the next who asks', async () => {
  const response = await fetch(`${url}${IMAGE}`, { headers: { 'Accept-Encoding': 'br, gzip' } });
  assert.equal(response.headers.get('content-encoding'), null);
  const bytes = await response.bytes();
  const { width, height } = readPng(bytes);
  assert.deepEqual([width, height], [1200, 630]);

  const current = new CurrentRelease();
  await current.swap(release);
  const answers = new Answers({ current });
  const results = [Promise.reject(new HttpError(503, 'Not now.')), Promise.resolve(bytes)];
  const rasterize = async () => results.shift() ?? assert.fail('It was made twice.');
  const tools = { ...NO_TOOLS, rasterize };
  const get = { method: 'GET', headers: {} } as const;
  const reply = async () => replyWithView({ current, answers, tools }, IMAGE, get);
  await assert.rejects(reply(), { status: 503 });
  assert.deepEqual((await reply())?.body, [bytes]);
  assert.deepEqual((await reply())?.body, [bytes]);
});

const PAGE = '/reviews/review-b/';
const FORM = '/reviews/review-b.md';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

for (const [accept, leads] of [
  ['text/markdown', true],
  ['TEXT/Markdown; charset=UTF-8', true],
  ['text/markdown, text/html', true],
  ['text/markdown, */*', true],
  ['text/markdown;q=0.5, text/html;q=0.5', true],
  ['text/html;q=0.9, text/markdown', true],
  ['text/markdown;q=0.1', true],
  ['text/markdown;q=0.5, text/plain', true],
  // The more particular range decides (RFC 9110 §12.5.1).
  ['text/markdown;q=0.5, text/html;q=0.4, */*', true],
  ['text/markdown;q=0.5, text/*;q=0.3, */*;q=0.9', true],
  ['text/html, text/markdown;q=0.9', false],
  ['text/markdown;q=0.5, */*', false],
  ['text/markdown;q=0.5, text/*;q=0.8', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=x', false],
  ['text/markdownx', false],
  ['text/*', false],
  ['*/*', false],
  [BROWSER, false],
  ['application/json', false],
  ['', false],
] as const) {
  test(`a page of a review asked for with Accept: ${accept} ${leads ? 'leads to its Markdown' : 'is HTML'}`, async (t) => {
    const { url: cold } = await startInProcess(t, { release });
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, headers, body } = await ask(cold, PAGE, { method, headers: { accept } });
      assert.equal(status, leads ? 302 : 200, method);
      assert.equal(headers.vary, leads ? 'Accept' : 'Accept, Accept-Encoding');
      if (!leads) {
        const again = { accept, 'If-None-Match': String(headers.etag) };
        const { status: kept, headers: repeated } = await ask(cold, PAGE, { headers: again });
        assert.deepEqual([kept, repeated.vary], [304, headers.vary]);
        continue;
      }
      assert.deepEqual([headers.location, body.length], [FORM, 0]);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['access-control-allow-origin'], '*');
    }
  });
}

test('no other address answers by what is accepted', async () => {
  const headers = { Accept: 'text/markdown' };
  for (const [target, status] of [
    ['/', 200],
    ['/reviews.json', 200],
    [JSON_FORM, 200],
    [MARKDOWN, 200],
    ['/docs/', 200],
    ['/reviews/review-b', 301],
    ['/reviews/nobody-1/', 404],
    // Of an error only the media type differs.
    ['/reviews/gone-2026/', 410],
  ] as const) {
    const answer = await ask(url, target, { headers });
    const isError = status === 410;
    assert.deepEqual([answer.status, answer.headers.vary === 'Accept'], [status, isError], target);
  }
  const [spelled] = await sendRaw(url, headOf('/reviews/review%2Db/', headers));
  assert.equal(spelled?.headers.location, FORM);
});

test('what was made, and the way to Markdown, are found on the fast path, free of any limit', async () => {
  const current = new CurrentRelease();
  await current.swap(release);
  const pages = await startTinyPages({ current });
  const answers = new Answers({ current });
  const find = (target: string, headers = {}) =>
    createLookup({ current, pages, answers, isLimited: true })(target, { method: 'GET', headers });
  assert.equal(find(MARKDOWN), undefined);
  const made = await replyWithView({ current, answers, tools: NO_TOOLS }, MARKDOWN, {
    method: 'GET',
    headers: {},
  });
  const found = find(`${MARKDOWN}?a=b`);
  assert.deepEqual(found, { reply: made, isHeldAnyway: false, isLasting: true });
  const accept = { accept: 'text/markdown' };
  const moved = find(PAGE, accept);
  assert.deepEqual(
    [moved?.reply.status, moved?.isHeldAnyway, moved?.count],
    [302, true, undefined],
  );
  await pages.render(askPage(PAGE));
  assert.equal(find(PAGE, accept)?.reply.status, 302);
  assert.equal(find(PAGE, { accept: BROWSER })?.reply.status, 200);
  assert.equal(find('/reviews/gone-2026/', accept), undefined);
  assert.equal(find('/reviews/gone-2026.md'), undefined);
});
