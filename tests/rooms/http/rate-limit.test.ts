import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorBody } from '#search/request/issue.ts';
import { TokenBuckets } from '../../../sidecar/http/rate-limit.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const SEARCH = '/api/reviews/search';
const SINCE = '/api/reviews/since/2026-01-01';
const LIST = '/reviews/?rating=5';

/** The status of an answer, and how many requests its client has left. */
type Counted = { readonly status: number; readonly headers: Readonly<Record<string, unknown>> };
const countOf = ({ status, headers }: Counted) => {
  const [, left] = /^"api"; r=(\d+); t=\d+$/.exec(String(headers.ratelimit)) ?? [];
  return [status, Number(left)];
};

test('every way counts alike, on the socket, through the parser and by the routes', async (t) => {
  const { url, log } = await startInProcess(t, { release, rateLimitPerMinute: 11 });
  const asked = [
    [200, headOf(SINCE)],
    [200, headOf(SINCE)],
    [200, headOf(`HEAD ${SINCE}`)],
    [200, `\r\n${headOf(SINCE)}`],
    [200, headOf(`${SINCE}/`)],
    [200, headOf(SEARCH)],
    [400, headOf(`${SINCE}x`)],
    [400, headOf(`${SEARCH}?rating=9`)],
    [200, headOf(LIST)],
    [200, headOf(LIST)],
    [200, headOf(`/%72eviews/?rating=9`)],
  ] as const;
  for (const [index, [status, head]] of asked.entries()) {
    const [answer] = await sendRaw(url, head, { isHead: head.startsWith('HEAD') });
    assert.ok(answer);
    assert.deepEqual(countOf(answer), [status, 10 - index]);
    assert.equal(answer.headers['ratelimit-policy'], '"api"; q=11; w=60');
    assert.equal(answer.headers['retry-after'], undefined);
  }
  for (const target of [SINCE, SEARCH, LIST, '/%72eviews/?rating=4']) {
    const refused = await ask(url, target);
    assert.deepEqual(countOf(refused), [429, 0]);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 60);
    assert.equal(refused.headers['cache-control'], 'no-store');
    assert.equal(refused.headers['access-control-allow-origin'], '*');
    const { detail } = ErrorBody.parse(refused.json());
    assert.match(detail, new RegExp(`wait ${seconds} seconds`));
  }
  assert.deepEqual(log, [], 'a fault of the client is not logged');
});

for (const target of [SEARCH, LIST, '/api/reviews/changes', '/feed.xml?rating=5']) {
  test(`that ${target} did not change is not counted where the client names what it has`, async (t) => {
    const { url } = await startInProcess(t, { release, rateLimitPerMinute: 3 });
    const etag = String((await ask(url, target)).headers.etag);
    const revalidate = async (tag: string) =>
      countOf(await ask(url, target, { headers: { 'If-None-Match': tag } }));
    for (let count = 0; count < 20; count++) assert.deepEqual(await revalidate(etag), [304, 2]);
    assert.deepEqual(await revalidate('"x"'), [200, 1]);
    assert.deepEqual(await revalidate('*'), [304, 0]);
    // Nothing is looked up for a client that has none left.
    assert.deepEqual(await revalidate(etag), [429, 0]);
  });
}

test('the answers of a connection that asks the same again are counted each', async (t) => {
  const { url, server } = await startInProcess(t, { release, rateLimitPerMinute: 2 });
  let parsed = 0;
  server.on('request', () => parsed++);
  const connection = await openRaw(url);
  for (const expected of [
    [200, 1],
    [200, 0],
    [429, 0],
  ]) {
    assert.equal(parsed, 0, 'a limit keeps nothing from the fast path');
    await connection.send(headOf(SINCE));
    assert.deepEqual(countOf(await connection.answer()), expected);
  }
});

test('files, pages, health and preflights are never refused', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 1 });
  await ask(url, SEARCH);
  const free = ['/reviews.json', '/%72eviews.json', '/', '/healthz', '/reviews/?', '/?rating=5'];
  for (const target of free) {
    const { status, headers } = await ask(url, target);
    assert.deepEqual([status, headers.ratelimit], [200, undefined], target);
  }
  assert.equal((await ask(url, SEARCH, { method: 'OPTIONS' })).status, 204);
  assert.equal((await ask(url, SEARCH)).status, 429);
});

const RATE = { burst: 3, perMinute: 6 };
const WINDOWED = { burst: 3, perMinute: 3, isWindowed: true };
const MINUTE = 60_000;

const takeAll = (buckets: TokenBuckets, key: string, now: number) => {
  let taken = 0;
  while (buckets.take(key, now)) taken++;
  return taken;
};

test('a burst is let through at once, and then no more than the rate, for each key', () => {
  const buckets = new TokenBuckets(RATE);
  assert.equal(buckets.waitFor('a', 0), 0);
  assert.equal(takeAll(buckets, 'a', 0), 3);
  assert.equal(buckets.take('b', 0), true);
  assert.equal(buckets.waitFor('a', 4_000), 6_000);
  assert.deepEqual(buckets.empty(4_000), ['a']);
  assert.equal(takeAll(buckets, 'a', 9_999), 0);
  assert.deepEqual(buckets.empty(10_000), []);
  assert.equal(takeAll(buckets, 'a', 10_000), 1);
  assert.equal(takeAll(buckets, 'a', 30_000), 2);
  assert.equal(buckets.take('a', 0), false, 'a clock that goes back gives nothing');
  assert.equal(takeAll(buckets, 'a', 120_000), 3);
});

test('a windowed bucket is full again a minute after its first token was taken, not before', () => {
  const buckets = new TokenBuckets(WINDOWED);
  assert.equal(takeAll(buckets, 'a', 500), 3);
  assert.deepEqual(buckets.quotaOf('a', 1500), { left: 0, resetMs: MINUTE - 1000 });
  assert.equal(buckets.waitFor('a', 1500), MINUTE - 1000);
  assert.deepEqual(buckets.quotaOf('b', 1500), { left: 3, resetMs: MINUTE });
  assert.equal(takeAll(buckets, 'a', MINUTE + 499), 0);
  assert.equal(takeAll(buckets, 'a', MINUTE + 500), 3);
});

test('tokens are given back, ten times the burst between two refills', () => {
  const buckets = new TokenBuckets(WINDOWED);
  for (let count = 0; count < 31; count++) {
    assert.equal(buckets.quotaOf('a', 0).left, 3);
    buckets.take('a', 0);
    buckets.giveBack('a', 0);
  }
  assert.equal(buckets.quotaOf('a', 0).left, 2);
  buckets.giveBack('a', MINUTE);
  assert.equal(buckets.quotaOf('a', MINUTE).left, 3, 'never more than a full bucket');
});

test('10,000 keys are remembered: those that are full again are forgotten first, and the idlest', () => {
  const steady = new TokenBuckets({ burst: 1, perMinute: 1 });
  for (let key = 0; key < 10_500; key++) steady.take(`${key}`, 0);
  assert.equal(steady.empty(0).length, 10_000);
  assert.deepEqual([steady.take('0', 0), steady.take('10499', 0)], [true, false]);
  for (let key = 0; key < 9999; key++) steady.take(`later ${key}`, MINUTE);
  assert.equal(steady.take('later 0', MINUTE), false);
});

for (const rate of [RATE, WINDOWED]) {
  test(`invented keys do not refill a bucket that is in use (${JSON.stringify(rate)})`, () => {
    const buckets = new TokenBuckets(rate);
    takeAll(buckets, 'busy', 0);
    for (let key = 0; key < 30_000; key++) {
      buckets.take(`${key}`, 1);
      if (key % 9000 === 0) assert.equal(buckets.take('busy', 1), false, `${key}`);
    }
  });
}
