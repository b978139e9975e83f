import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { TokenBuckets } from '../../../sidecar/http/rate-limit.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const SEARCH = '/api/reviews/search';
const SINCE = '/api/reviews/since/2026-01-01';

test('requests are counted in the headers and refused beyond the limit', async (t) => {
  const { url, log } = await startInProcess(t, { release, rateLimitPerMinute: 3 });
  for (const [target, left] of [
    [SEARCH, 2],
    [SINCE, 1],
    [`${SEARCH}?rating=9`, 0],
  ] as const) {
    const { headers } = await ask(url, target);
    assert.match(String(headers.ratelimit), new RegExp(`^"api"; r=${left}; t=\\d+`));
    assert.match(String(headers['ratelimit-policy']), /^"api"; q=3; w=60/);
    assert.equal(headers['retry-after'], undefined);
  }
  const refused = await ask(url, SINCE);
  assert.equal(refused.status, 429);
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 60);
  assert.match(String(refused.headers.ratelimit), /r=0/);
  assert.equal(refused.headers['cache-control'], 'no-store');
  assert.equal(refused.headers['access-control-allow-origin'], '*');
  const { detail } = ErrorBody.parse(refused.json());
  assert.match(detail, new RegExp(`Wait ${seconds} seconds`));
  assert.deepEqual(log, [], 'a fault of the client is not logged');
});

/** Asks for a search or a slice, with the tag that it has. */
async function revalidate(url: string, target: string, etag: string) {
  const { status, headers } = await ask(url, target, { headers: { 'If-None-Match': etag } });
  return { status, left: Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]) };
}

for (const target of [SEARCH, SINCE]) {
  test(`that ${target} did not change is not counted`, async (t) => {
    const { url } = await startInProcess(t, { release, rateLimitPerMinute: 3 });
    const etag = String((await ask(url, target)).headers.etag);
    for (let count = 0; count < 20; count++) {
      assert.deepEqual(await revalidate(url, target, etag), { status: 304, left: 2 });
    }
    // What did change is.
    assert.deepEqual(await revalidate(url, target, '"x"'), { status: 200, left: 1 });
    assert.deepEqual(await revalidate(url, target, etag), { status: 304, left: 1 });
    assert.deepEqual(await revalidate(url, target, '"x"'), { status: 200, left: 0 });
    // Nothing is looked up for whoever has nothing left.
    assert.deepEqual(await revalidate(url, target, etag), { status: 429, left: 0 });
  });
}

test('every way counts alike, on the socket, through the parser and by the routes', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 8 });
  const left: unknown[] = [];
  for (const head of [
    headOf(SINCE),
    headOf(SINCE),
    headOf(`HEAD ${SINCE}`),
    `\r\n${headOf(SINCE)}`,
    headOf(`${SINCE}/`),
    headOf(SEARCH),
    headOf(`${SINCE}x`),
    headOf(SINCE),
    headOf(SINCE),
  ]) {
    const [answer] = await sendRaw(url, head, { isHead: head.startsWith('HEAD') });
    left.push([answer?.status, answer?.headers.ratelimit?.replace(/; t=\d+$/, '')]);
  }
  assert.deepEqual(left, [
    [200, '"api"; r=7'],
    [200, '"api"; r=6'],
    [200, '"api"; r=5'],
    [200, '"api"; r=4'],
    [200, '"api"; r=3'],
    [200, '"api"; r=2'],
    [400, '"api"; r=1'],
    [200, '"api"; r=0'],
    [429, '"api"; r=0'],
  ]);
});

test('the answers of a connection that asks the same again are counted each', async (t) => {
  const { url, server } = await startInProcess(t, { release, rateLimitPerMinute: 3 });
  let parsed = 0;
  server.on('request', () => parsed++);
  const connection = await openRaw(url);
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) {
    await connection.send(headOf(SINCE));
    const { status, headers } = await connection.answer();
    statuses.push(status);
    assert.match(String(headers.ratelimit), new RegExp(`r=${2 - count};`));
    assert.match(String(headers['ratelimit-policy']), /^"api"; q=3; w=60$/);
  }
  assert.equal(parsed, 0, 'a limit keeps nothing from the fast path');
  await connection.send(headOf(SINCE));
  statuses.push((await connection.answer()).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
});

test('ten times the limit of them are free, as they cost work, too', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 3 });
  const etag = String((await ask(url, SINCE)).headers.etag);
  const ask304 = () => revalidate(url, SINCE, etag);
  for (let count = 0; count < 30; count++) {
    assert.deepEqual(await ask304(), { status: 304, left: 2 });
  }
  assert.deepEqual(await ask304(), { status: 304, left: 1 });
  assert.deepEqual(await ask304(), { status: 304, left: 0 });
  assert.deepEqual(await ask304(), { status: 429, left: 0 });
});

for (const [name, value] of [
  ['If-None-Match', '*'],
  ['If-None-Match', ' * '],
  ['If-Modified-Since', 'Sat, 21 Nov 2099 08:00:00 GMT'],
] as const) {
  test(`${name}: ${value} names no answer that was counted, and is counted itself`, async (t) => {
    const { url } = await startInProcess(t, { release, rateLimitPerMinute: 3 });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) {
      statuses.push((await ask(url, SINCE, { headers: { [name]: value } })).status);
    }
    assert.deepEqual(statuses, [304, 304, 304, 429]);
  });
}

test('files, pages, health and preflights are never refused', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 1 });
  await ask(url, SEARCH);
  for (const target of ['/reviews.json', '/', '/healthz', '/readyz', '/%72eviews.json']) {
    const { status, headers } = await ask(url, target);
    assert.equal(status, 200);
    assert.equal(headers.ratelimit, undefined);
  }
  assert.equal((await ask(url, SEARCH, { method: 'OPTIONS' })).status, 204);
  assert.equal((await ask(url, SEARCH)).status, 429);
});

test('a limit of 0 lets everything pass and counts nothing', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 0 });
  for (const target of [SEARCH, SINCE]) {
    const { status, headers } = await ask(url, target);
    assert.equal(status, 200);
    assert.equal(headers.ratelimit, undefined);
  }
});

const RATE = { burst: 3, perMinute: 6 };
const takeAll = (buckets: TokenBuckets, key: string, now: number) => {
  let taken = 0;
  while (buckets.take(key, now)) taken++;
  return taken;
};

test('a burst is let through at once, and then no more than the rate', () => {
  const buckets = new TokenBuckets(RATE);
  assert.equal(takeAll(buckets, 'a', 0), 3);
  assert.equal(takeAll(buckets, 'a', 9_999), 0);
  assert.equal(takeAll(buckets, 'a', 10_000), 1);
  assert.equal(takeAll(buckets, 'a', 30_000), 2);
});

test('keys do not share their tokens', () => {
  const buckets = new TokenBuckets(RATE);
  takeAll(buckets, 'a', 0);
  assert.equal(takeAll(buckets, 'b', 0), 3);
});

test('it tells how long to wait and who has to', () => {
  const buckets = new TokenBuckets(RATE);
  assert.equal(buckets.waitFor('a', 0), 0);
  takeAll(buckets, 'a', 0);
  buckets.take('b', 0);
  assert.equal(buckets.waitFor('a', 0), 10_000);
  assert.equal(buckets.waitFor('a', 4_000), 6_000);
  assert.deepEqual(buckets.empty(4_000), ['a']);
  assert.deepEqual(buckets.empty(10_000), []);
});

test('a clock that goes back gives nothing and takes nothing', () => {
  const buckets = new TokenBuckets(RATE);
  takeAll(buckets, 'a', 60_000);
  assert.equal(buckets.take('a', 0), false);
});

const WINDOWED = { burst: 3, perMinute: 3, isWindowed: true };
const MINUTE = 60_000;

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
  for (let count = 0; count < 30; count++) {
    assert.ok(buckets.take('a', 0));
    buckets.giveBack('a', 0);
  }
  assert.equal(buckets.quotaOf('a', 0).left, 3);
  buckets.take('a', 0);
  buckets.giveBack('a', 0);
  assert.equal(buckets.quotaOf('a', 0).left, 2);
  assert.equal(buckets.quotaOf('a', MINUTE).left, 3);
  buckets.giveBack('a', MINUTE);
  assert.equal(buckets.quotaOf('a', MINUTE).left, 3, 'never more than a full bucket');
});

test('clients whose window is over take no place from others', () => {
  const buckets = new TokenBuckets(WINDOWED);
  for (let index = 0; index < 10_000; index++) buckets.take(`old ${index}`, 0);
  takeAll(buckets, 'new', MINUTE);
  for (let index = 0; index < 9999; index++) buckets.take(`${index}`, MINUTE);
  assert.equal(buckets.take('new', MINUTE), false);
});

test('a client that comes again is the newest: the oldest window goes first', () => {
  const buckets = new TokenBuckets(WINDOWED);
  for (let index = 0; index < 10_000; index++) buckets.take(`${index}`, index);
  takeAll(buckets, '0', MINUTE);
  buckets.take('another', MINUTE);
  assert.equal(buckets.take('0', MINUTE), false);
});

test('of very many keys the oldest are forgotten', () => {
  const buckets = new TokenBuckets({ burst: 1, perMinute: 1 });
  for (let key = 0; key < 10_500; key++) buckets.take(`${key}`, 0);
  assert.equal(buckets.empty(0).length, 10_000);
  assert.equal(buckets.take('0', 0), true);
  assert.equal(buckets.take('10499', 0), false);
});
