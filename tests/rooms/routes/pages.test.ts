import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { RenderPage } from '../../../sidecar/render/page-handler.ts';
import { MAX_RENDERINGS_PER_CLIENT } from '../../../sidecar/render/page-queue.ts';
import { type Answered, ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { numberedContent } from '../../support/numbered-content.ts';
import { renderTinyPage } from '../../support/pages.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

const made = await makeRelease();
const { release } = made;
const PATH = '/reviews/review-a/';
const HTML = { Accept: 'text/html' };

const start = (t: TestContext, render?: RenderPage) =>
  startInProcess(t, { release, ...(render && { render }) });

/** Without what every answer of a moment has of its own. */
function fieldsOf({ headers: { date, connection, ...rest } }: Answered) {
  return rest;
}

test('the first answer, which is rendered, and the next, which is remembered, agree', async (t) => {
  const { url } = await start(t);
  for (const headers of [{}, { 'Accept-Encoding': 'br' }, { Range: 'bytes=0-9' }]) {
    const path = `/reviews/review-${'abc'[Object.keys(headers).length]}/`;
    const [first, next] = [await ask(url, path, { headers }), await ask(url, path, { headers })];
    assert.deepEqual(fieldsOf(next), fieldsOf(first));
    assert.deepEqual(next.body, first.body);
    const [parsed] = await sendRaw(url, `\r\n${headOf(path, headers)}`);
    assert.deepEqual(parsed?.body, first.body);
  }
});

test('a page that a client has is 304, by the tag of any coding, cold or remembered', async (t) => {
  const before = await start(t);
  const { headers } = await ask(before.url, PATH, { headers: { 'Accept-Encoding': 'gzip' } });
  const etag = String(headers.etag);
  // Another process that has not rendered it yet.
  const { url } = await start(t);
  for (let round = 0; round < 2; round++) {
    const answer = await ask(url, PATH, { headers: { 'If-None-Match': etag } });
    assert.equal(answer.status, 304);
    assert.equal(answer.headers.etag, etag);
    assert.equal(answer.headers['cache-control'], 'public, max-age=60, stale-while-revalidate=60');
    assert.equal(answer.headers['cache-tag'], 'r-review-a,r-review-b');
    assert.equal(answer.body.length, 0);
  }
  const other = await ask(url, PATH, { headers: { 'If-Match': '"x"' } });
  assert.equal(other.status, 412);
  // A page has no date by which a client could ask.
  const since = { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' };
  const dated = await ask(url, PATH, { headers: since });
  assert.equal(dated.status, 200);
  assert.equal(dated.headers['last-modified'], undefined);
});

test('HEAD agrees with GET, cold or remembered', async (t) => {
  const { url } = await start(t);
  const cold = await ask(url, PATH, { method: 'HEAD' });
  const get = await ask(url, PATH);
  const head = await ask(url, PATH, { method: 'HEAD' });
  for (const one of [cold, head]) {
    assert.equal(one.status, 200);
    assert.equal(one.body.length, 0);
    assert.deepEqual(fieldsOf(one), fieldsOf(get));
  }
  assert.equal((await ask(url, PATH, { method: 'POST' })).status, 405);
});

test('a part of a page can be asked for, cold or remembered', async (t) => {
  const { url } = await start(t);
  const cold = await ask(url, PATH, { headers: { Range: 'bytes=10-19' } });
  const { body, headers } = await ask(url, PATH);
  const again = await ask(url, PATH, { headers: { Range: 'bytes=10-19' } });
  for (const part of [cold, again]) {
    assert.equal(part.status, 206);
    assert.equal(part.headers['content-range'], `bytes 10-19/${body.length}`);
    assert.ok(part.body.equals(body.subarray(10, 20)));
  }
  const outside = await ask(url, PATH, { headers: { Range: 'bytes=999999-' } });
  assert.equal(outside.status, 416);
  for (const [ifRange, status] of [
    [String(headers.etag), 206],
    ['"other"', 200],
    ['Fri, 20 Nov 2026 08:00:00 GMT', 200],
  ] as const) {
    const asked = { Range: 'bytes=10-19', 'If-Range': ifRange };
    assert.equal((await ask(url, PATH, { headers: asked })).status, status, ifRange);
  }
});

test('a query that a page does not know is ignored, and renders nothing anew', async (t) => {
  const rendered: string[] = [];
  const { url } = await start(t, (path, source) => {
    rendered.push(path);
    return renderTinyPage(path, source);
  });
  const plain = await ask(url, PATH);
  const queries = ['?', '?utm_source=x', '?id=review-b', '?a=%ff', '?/reviews/review-b/', '?%00'];
  for (const query of queries) {
    const { status, body, headers } = await ask(url, PATH + query);
    assert.equal(status, 200, query);
    assert.ok(body.equals(plain.body), query);
    assert.equal(headers.etag, plain.headers.etag);
  }
  assert.deepEqual(
    rendered.filter((path) => path !== '/'),
    [PATH],
  );
});

const NO_PAGES = [
  '//',
  '//feeds/',
  '/../',
  '/%2e%2e/',
  '/feeds/..',
  '/feeds/%2e%2e/agents/',
  '/reviews//review-a/',
  '/reviews/%2e%2e/feeds/',
  '/reviews/review-a/..%2f',
  '/reviews/REVIEW-A/',
  '/reviews/*/',
  '/_image?href=/etc/passwd',
  '/_server-islands/x',
  '/404',
  '/500/',
];

test('there is no page at an address that is not in the table of pages', async (t) => {
  const rendered: string[] = [];
  const { url } = await start(t, (path, source) => {
    rendered.push(path);
    return renderTinyPage(path, source);
  });
  for (const target of NO_PAGES) {
    const { status, headers } = await ask(url, target);
    assert.equal(status, 404, target);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal((await ask(url, target, { headers: HTML })).status, 404, target);
  }
  assert.deepEqual(new Set(rendered), new Set(['/', '/404.html']), 'only paths of our own table');
});

test('the page for what is not found is served at its own address, too', async (t) => {
  const { url } = await start(t);
  const { status, text } = await ask(url, '/404.html');
  assert.equal(status, 200);
  assert.match(text, /Not found/);
});

test('a page that throws for one review is a 500, others are served, and the release stays', async (t) => {
  const { url, log, current } = await start(t, async (path, source) => {
    if (path === PATH) throw new Error('This review cannot be shown.');
    return renderTinyPage(path, source);
  });
  const page = await ask(url, PATH, { headers: HTML });
  assert.equal(page.status, 500);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.match(page.text, /<h1>This page cannot be shown<\/h1>.*<\/html>/s);
  assert.doesNotMatch(page.text, /This review cannot/);
  const failures = () => log.filter(({ msg }) => msg === 'a page cannot be rendered');
  assert.equal(failures().length, 1);
  assert.equal(failures()[0]?.path, PATH);
  assert.match(JSON.stringify(failures()[0]), /This review cannot be shown/);

  const data = await ask(url, PATH);
  assert.equal(data.status, 500);
  assert.equal(data.headers['content-type'], 'application/json');
  assert.equal(failures().length, 2, 'a line a rendering');
  for (const target of ['/', '/reviews/review-b/', '/reviews.json', '/healthz']) {
    assert.equal((await ask(url, target)).status, 200, target);
  }
  assert.equal(current.release, release);
  const told = failures().length;
  assert.equal(log.length, told + 1, 'and one that says when it is tried again');
});

/** A page that a test holds back while it is rendered, of the first release alone. */
function holdBack() {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const render: RenderPage = async (path, source) => {
    if (path === PATH && source === release.published) {
      begun.resolve();
      await held.promise;
    }
    return renderTinyPage(path, source);
  };
  return { render, begun: begun.promise, go: held.resolve };
}

for (const headers of [HTML, {}]) {
  test(`a takedown while the page is rendered is 410 for ${JSON.stringify(headers)}`, async (t) => {
    const { render, begun, go } = holdBack();
    const { url, current } = await start(t, render);
    const asked = ask(url, PATH, { headers });
    await begun;
    const removal = '- { id: review-a, dateRemoved: 2026-11-19, reason: court-order }\n';
    const removed = `${SAMPLE_CONTENT['removed.yaml']}${removal}`;
    const later = await makeRelease(
      { ...SAMPLE_CONTENT, 'removed.yaml': removed },
      { previous: made.manifest },
    );
    await current.swap(later.release);
    go();
    const { status, text } = await asked;
    assert.equal(status, 410);
    assert.doesNotMatch(text, /kept me informed|Jane/);
    for (const path of ['/', '/reviews/review-b/']) {
      const page = await ask(url, path);
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /kept me informed/);
    }
  });
}

test('a client that asks for everything at once has its share, others and data are served', async (t) => {
  const { release: large } = await makeRelease(numberedContent(1, 300));
  const held = Promise.withResolvers<void>();
  const render: RenderPage = async (path, source) => {
    if (path.startsWith('/reviews/')) await held.promise;
    return renderTinyPage(path, source);
  };
  const { url, pages, server } = await startInProcess(t, { release: large, render, trustProxy: 1 });
  const permalinks = [...permalinksOf(large)];
  assert.equal(permalinks.length, 300);
  const greedy = { ...HTML, 'X-Forwarded-For': '192.0.2.1' };
  const answers: Answered[] = [];
  const all = permalinks.map(async (path) => {
    answers.push(await ask(url, path, { headers: greedy }));
  });
  while (answers.length < 300 - MAX_RENDERINGS_PER_CLIENT) await setImmediate();
  for (const { status, headers, text } of answers) {
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '2');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(text, /<meta http-equiv="refresh" content="2">/);
  }
  // Nothing is rendered yet, but data do not wait for pages.
  assert.equal((await ask(url, '/reviews.json', { headers: greedy })).status, 200);
  assert.equal((await ask(url, '/api/reviews/search?limit=1', { headers: greedy })).status, 200);
  const arrived = once(server, 'request');
  const other = ask(url, '/feeds/', { headers: { 'X-Forwarded-For': '192.0.2.2' } });
  await arrived;
  await setImmediate();
  held.resolve();
  assert.equal((await other).status, 200);
  await Promise.all(all);
  const served = answers.filter(({ status }) => status === 200);
  assert.equal(served.length, MAX_RENDERINGS_PER_CLIENT);
  // Its share is given back.
  const again = permalinks.find((path) => !pages.get(large, path)) ?? assert.fail();
  assert.equal((await ask(url, again, { headers: greedy })).status, 200);
});

function* permalinksOf({ corpus }: typeof release): Generator<string> {
  const { reviews } = JSON.parse(joinPieces(corpus.body).toString('utf8'));
  for (const { id } of reviews) yield `/reviews/${id}/`;
}
