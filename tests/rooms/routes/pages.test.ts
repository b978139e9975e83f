import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { ErrorBody } from '#search/request/issue.ts';
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

const start = (t: TestContext, render: RenderPage = renderTinyPage) =>
  startInProcess(t, { release, render });

/** A service, and which pages it renders. */
async function startNoting(t: TestContext) {
  const rendered: string[] = [];
  const { url } = await start(t, (path, source) => {
    rendered.push(path);
    return renderTinyPage(path, source);
  });
  return { url, rendered };
}

test('the first answer, which is rendered, and the next, which is remembered, agree', async (t) => {
  const other = await start(t);
  const plain = await ask(other.url, PATH);
  const etag = String(plain.headers.etag);
  const [range, tagged] = [{ Range: 'bytes=10-19' }, { 'If-None-Match': etag }];
  for (const [headers, status] of [
    [{}, 200],
    [{ 'Accept-Encoding': 'br' }, 200],
    [tagged, 304],
    [{ 'If-Match': '"x"' }, 412],
    // A page has no date by which a client could ask.
    [{ 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' }, 200],
    [range, 206],
    [{ Range: 'bytes=999999-' }, 416],
    [{ ...range, 'If-Range': etag }, 206],
    [{ ...range, 'If-Range': '"other"' }, 200],
    [{ ...range, 'If-Range': 'Fri, 20 Nov 2026 08:00:00 GMT' }, 200],
  ] as const) {
    const { url } = await start(t);
    const cold = await ask(url, PATH, { headers });
    const next = await ask(url, PATH, { headers });
    for (const one of [cold, next]) {
      assert.equal(one.status, status, JSON.stringify(headers));
      assert.equal(one.headers['last-modified'], undefined);
      assert.deepEqual({ ...one.headers, date: '' }, { ...cold.headers, date: '' });
      assert.deepEqual(one.body, status === 206 ? plain.body.subarray(10, 20) : cold.body);
    }
    if (status === 304) assert.equal(cold.headers['cache-tag'], 'r-review-a,r-review-b');
  }
  const { url } = await start(t);
  for (const state of ['cold', 'remembered']) {
    const head = await ask(url, PATH, { method: 'HEAD' });
    assert.deepEqual({ ...head.headers, date: '' }, { ...plain.headers, date: '' }, state);
    assert.equal(head.body.length, 0);
    const [parsed] = await sendRaw(url, `\r\n${headOf(PATH)}`);
    assert.deepEqual(parsed?.body, plain.body);
  }
});

test('a query that a page does not know is ignored, and renders nothing again', async (t) => {
  const { url, rendered } = await startNoting(t);
  const plain = await ask(url, PATH);
  const queries = ['?', '?utm_source=x', '?id=review-b', '?a=%ff', '?/reviews/review-b/', '?%00'];
  for (const query of queries) {
    const { status, body, headers } = await ask(url, PATH + query);
    assert.deepEqual([status, headers.etag], [200, plain.headers.etag], query);
    assert.ok(body.equals(plain.body), query);
  }
  assert.deepEqual(new Set(rendered), new Set(['/', PATH]));
  assert.equal(rendered.filter((path) => path === PATH).length, 1);
});

const NO_PAGES =
  `// //feeds/ /../ /%2e%2e/ /feeds/.. /feeds/%2e%2e/agents/ /reviews//review-a/ /reviews/*/
  /reviews/%2e%2e/feeds/ /reviews/review-a/..%2f /reviews/REVIEW-A/ /_image?href=/etc/passwd
  /_server-islands/x /404 /500/`.split(/\s+/);

test('there is no page at an address that is not in the table of pages', async (t) => {
  const { url, rendered } = await startNoting(t);
  for (const target of NO_PAGES) {
    const { status, headers } = await ask(url, target);
    assert.equal(status, 404, target);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal((await ask(url, target, { headers: HTML })).status, 404, target);
  }
  assert.deepEqual(new Set(rendered), new Set(['/', '/404.html']), 'only paths of our own table');
  // At its own address it is served, too.
  const { status, text } = await ask(url, '/404.html');
  assert.equal(status, 200);
  assert.match(text, /Not found/);
});

test('a page that throws for one review is a 500, others are served, and the release stays', async (t) => {
  const { url, log, current } = await start(t, async (path, source) => {
    if (path === PATH) throw new Error('This review cannot be shown.');
    return renderTinyPage(path, source);
  });
  const failures = () => log.filter(({ msg }) => msg === 'a page cannot be rendered');
  const page = await ask(url, PATH, { headers: HTML });
  assert.equal(page.status, 500);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.match(page.text, /<h1>This page cannot be shown<\/h1>.*<\/html>/s);
  assert.doesNotMatch(page.text, /This review cannot/);
  assert.deepEqual([failures().length, failures()[0]?.path], [1, PATH]);
  assert.match(JSON.stringify(failures()[0]), /This review cannot be shown/);

  const data = await ask(url, PATH);
  assert.deepEqual([data.status, data.headers['content-type']], [500, 'application/json']);
  assert.equal(failures().length, 2, 'a line a rendering');
  for (const target of ['/', '/reviews/review-b/', '/reviews.json', '/healthz']) {
    assert.equal((await ask(url, target)).status, 200, target);
  }
  assert.equal(current.release, release);
  assert.equal(log.length, 3, 'and one that says when it is tried again');
});

const REMOVED = `${SAMPLE_CONTENT['removed.yaml']}- { id: review-a, dateRemoved: 2026-11-19, reason: court-order }\n`;

for (const headers of [HTML, {}]) {
  test(`a takedown while the page is rendered is 410 for ${JSON.stringify(headers)}`, async (t) => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const { url, current } = await start(t, async (path, source) => {
      if (path === PATH && source === release.published) {
        begun.resolve();
        await held.promise;
      }
      return renderTinyPage(path, source);
    });
    const asked = ask(url, PATH, { headers });
    await begun.promise;
    const content = { ...SAMPLE_CONTENT, 'removed.yaml': REMOVED };
    await current.swap((await makeRelease(content, { previous: made.manifest })).release);
    held.resolve();
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
  const { reviews } = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
  const permalinks = reviews.map(({ id }) => `/reviews/${id}/`);
  assert.equal(permalinks.length, 300);
  const greedy = { ...HTML, 'X-Forwarded-For': '192.0.2.1' };
  const answers: Answered[] = [];
  const all = permalinks.map(async (path) => {
    answers.push(await ask(url, path, { headers: greedy }));
  });
  while (answers.length < 300 - MAX_RENDERINGS_PER_CLIENT) await setImmediate();
  for (const { status, headers, text } of answers) {
    assert.deepEqual([status, headers['retry-after']], [503, '2']);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(text, /<meta http-equiv="refresh" content="2">/);
  }
  // Nothing is rendered yet, but data do not wait for pages.
  for (const target of ['/reviews.json', '/api/reviews/search?limit=1']) {
    assert.equal((await ask(url, target, { headers: greedy })).status, 200);
  }
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

const { url: published } = await startInProcess({ after }, { release });

test('every spelling of a path finds the same file', async () => {
  const plain = await ask(published, '/reviews.json');
  const absolute = 'http://reviews.test/reviews.json';
  for (const target of ['/%72eviews.json', '/reviews%2Ejson', '/reviews.json?any', absolute]) {
    const [answer] = await sendRaw(published, headOf(target));
    assert.deepEqual([answer?.status, answer?.headers.etag], [200, plain.headers.etag], target);
    assert.deepEqual(answer?.body, plain.body);
  }
});

for (const [target, location] of [
  ['/feeds', '/feeds/'],
  ['/feeds?a=b&c=%20', '/feeds/?a=b&c=%20'],
  ['/feeds/index.html', '/feeds/'],
  ['/index.html', '/'],
  ['/reviews/review-a', '/reviews/review-a/'],
  ['/%66eeds', '/feeds/'],
] as const) {
  test(`${target} leads to ${location}`, async () => {
    const { status, headers, body } = await ask(published, target);
    assert.deepEqual([status, headers.location, body.length], [301, location, 0]);
    assert.equal(headers['access-control-allow-origin'], '*');
  });
}

/** Case and a slash at the end make another path. */
const MISSING = `//feeds /feeds// /Reviews/ /\\evil.example /api/feed /healthz/
  /API/reviews/search /api/reviews/search/ /Reviews.json`.split(/\s+/);

test('what is not published is 404', async () => {
  for (const target of MISSING) {
    const { status, json } = await ask(published, target);
    assert.equal(status, 404, target);
    assert.match(ErrorBody.parse(json()).detail, /\/openapi\.json lists what is/);
  }
});

test('a review that was taken down is 410, with the day and the reason, and for people a page', async () => {
  for (const target of ['/reviews/gone-2026/', '/reviews/gone-2026', '/reviews/gone-2026/?a=b']) {
    const data = await ask(published, target);
    const { detail } = ErrorBody.parse(data.json());
    assert.equal(detail, 'This review was taken down on 2026-08-11 (spam); delete copies of it.');
    const headers = { Accept: 'text/html' };
    const page = await ask(published, target, { headers });
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers.etag, undefined);
    assert.match(page.text, /Gone spam/);
    for (const one of [data, page]) {
      assert.equal(one.status, 410, target);
      assert.doesNotMatch(one.text, /Removedword|Jane/);
    }
    const head = await ask(published, target, { method: 'HEAD', headers });
    assert.deepEqual([head.status, head.body.length], [410, 0]);
    assert.equal(head.headers['content-length'], page.headers['content-length']);
  }
});
