import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { renderTinyPage } from '../../support/pages.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const made = await makeRelease();
const { release } = made;
const LIST = '/reviews/';
const HTML = { Accept: 'text/html' };

/** A service, and what its list was rendered for. */
async function start(t: TestContext) {
  const rendered: string[] = [];
  const { url, current, log } = await startInProcess(t, {
    release,
    render: (path, source, question) => {
      if (path === LIST) rendered.push(question?.parameters ?? 'nothing');
      return renderTinyPage(path, source, question);
    },
  });
  return { url, current, log, rendered };
}

test('a list answers the question of its address, rendered at first and remembered then', async (t) => {
  const { url, rendered } = await start(t);
  for (const state of ['cold', 'remembered']) {
    for (const [query, total, shown] of [
      ['', 5, 'review-e'],
      ['?', 5, 'review-e'],
      ['?rating=&query=', 5, 'review-e'],
      ['?rating=1', 1, 'review-c'],
      ['?mentions_technician=elena-munoz&sort=oldest', 2, 'review-d'],
      ['?query=nowhere', 0, ''],
    ] as const) {
      const { status, text } = await ask(url, LIST + query);
      assert.equal(status, 200);
      assert.match(text, new RegExp(`^${total} reviews|>${total} reviews`), `${state} ${query}`);
      assert.ok(text.includes(shown));
    }
  }
  const asked = [
    'nothing',
    'rating=1',
    'mentions_technician=elena-munoz&sort=oldest',
    'query=nowhere',
  ];
  assert.deepEqual(rendered, asked);
});

test('two spellings of a question share a rendering, its tag and its bytes in every coding', async (t) => {
  const { url, rendered } = await start(t);
  const spellings = [
    '?has_reply=false&min_rating=2',
    '?min_rating=2.0&query=&has_reply=false&gclid=1',
  ];
  for (const representation of REPRESENTATIONS) {
    const headers = { 'Accept-Encoding': representation };
    const [one, other] = await Promise.all(
      spellings.map((query) => ask(url, LIST + query, { headers })),
    );
    assert.ok(one && other && one.body.length > 0);
    assert.deepEqual({ ...other.headers, date: '' }, { ...one.headers, date: '' });
    assert.deepEqual(other.body, one.body);
    const tagged = { ...headers, 'If-None-Match': String(one.headers.etag) };
    for (const query of spellings) {
      assert.equal((await ask(url, LIST + query, { headers: tagged })).status, 304);
    }
  }
  assert.deepEqual(rendered, ['min_rating=2&has_reply=false']);
});

test('no question is ever answered with the page of another, on the socket or by the routes', async (t) => {
  const { url } = await start(t);
  const plain = await ask(url, LIST);
  for (const query of ['?rating=1', '?rating=2', '?rating=9', '?stars=1', '?rating=1&rating=1']) {
    for (const target of [LIST + query, `/%72eviews/${query}`, LIST + query]) {
      const [answer] = await sendRaw(url, headOf(target));
      assert.equal(answer?.status, 200);
      assert.notDeepEqual(answer?.body, plain.body, target);
      assert.notEqual(answer?.headers.etag, plain.headers.etag, target);
    }
  }
  assert.equal((await ask(url, LIST)).headers.etag, plain.headers.etag);
});

test('a mistake is a page that tells it and answers the rest, which renders nothing twice', async (t) => {
  const { url, rendered } = await start(t);
  for (const query of ['?rating=1&sort=best', '?sort=best&rating=1']) {
    const { status, text } = await ask(url, LIST + query);
    assert.equal(status, 200);
    assert.match(text, /sort must be one of newest, oldest, highest, lowest \(got "best"\)/);
    assert.match(text, /1 reviews/);
  }
  assert.deepEqual(rendered, ['rating=1']);
  assert.doesNotMatch((await ask(url, `${LIST}?rating=1`)).text, /must be one of/);
});

test('a question survives a redirect to its page', async (t) => {
  const { url } = await start(t);
  for (const path of ['/reviews', '/reviews/index.html']) {
    const { status, headers } = await ask(url, `${path}?query=caf%C3%A9&rating=5`);
    assert.deepEqual([status, headers.location], [301, '/reviews/?query=caf%C3%A9&rating=5']);
  }
});

test('while too many questions are answered, a page is 503 for a second, which is no fault', async (t) => {
  const { url, current, log } = await start(t);
  const published = { ...release.published, search: async () => 'busy' as const };
  await current.swap({ ...release, published });
  for (const query of ['', '?rating=1']) {
    const page = await ask(url, LIST + query, { headers: HTML });
    assert.match(page.text, /<meta http-equiv="refresh" content="1">/);
    const { detail } = (await ask(url, LIST + query)).json();
    assert.equal(detail, SEARCH_BUSY);
    const { status, headers } = page;
    assert.deepEqual([status, headers['retry-after']], [503, '1']);
    assert.equal(headers['cache-control'], 'no-store');
  }
  await current.swap(release);
  assert.equal((await ask(url, `${LIST}?rating=1`)).status, 200);
  assert.deepEqual(log, []);
});

test('what counts or lists reviews is purged with any of them, a review with those that it shows', async (t) => {
  const { url } = await start(t);
  const tagsOf = async (target: string) => (await ask(url, target)).headers['cache-tag'];
  for (const target of [
    '/',
    LIST,
    `${LIST}?rating=1`,
    '/archive/2026/10/',
    '/people/elena-munoz/',
  ]) {
    assert.equal(await tagsOf(target), 'reviews', target);
  }
  assert.equal(await tagsOf('/reviews/review-a/'), 'r-review-a,r-review-b');
  for (const target of ['/docs/', '/404.html']) assert.equal(await tagsOf(target), undefined);
});

test('after a takedown no list shows the review, whatever was remembered', async (t) => {
  const { url, current } = await start(t);
  const targets = ['', '?query=informed', '?rating=5&stars=1', '?sort=oldest'].map(
    (one) => LIST + one,
  );
  for (const target of targets) assert.match((await ask(url, target)).text, /kept me informed/);
  const removed = `${SAMPLE_CONTENT['removed.yaml']}- { id: review-a, dateRemoved: 2026-11-19, reason: court-order }\n`;
  const content = { ...SAMPLE_CONTENT, 'removed.yaml': removed };
  const { release: without } = await makeRelease(content, { previous: made.manifest });
  await current.swap(without);
  for (const target of targets) {
    const { status, text } = await ask(url, target);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /kept me informed/, target);
  }
});

test('a month has a page while it has reviews', async (t) => {
  const { url, current } = await start(t);
  const january = '/archive/2026/01/';
  assert.equal((await ask(url, january)).status, 404);
  const content = { ...SAMPLE_CONTENT, ...sampleReview('review-z', '2026-01-05') };
  const { release: more } = await makeRelease(content, { previous: made.manifest });
  await current.swap(more);
  assert.equal((await ask(url, january)).status, 200);
  const { status, headers } = await ask(url, '/archive/2026/01');
  assert.deepEqual([status, headers.location], [301, january]);
});
