import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { clientOf } from '../../../sidecar/http/limits.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
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

test('that nothing changed since the very date that was told is not counted', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 3 });
  const date = String((await ask(url, SINCE)).headers['last-modified']);
  for (let count = 0; count < 5; count++) {
    const { status, headers } = await ask(url, SINCE, { headers: { 'If-Modified-Since': date } });
    assert.equal(status, 304);
    assert.match(String(headers.ratelimit), /r=2/);
  }
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

/** How many of two requests, which two addresses are said to have sent, are let through. */
async function passed(url: string, forwarded: readonly string[]): Promise<number> {
  let count = 0;
  for (const one of forwarded) {
    const { status } = await ask(url, SEARCH, { headers: { 'X-Forwarded-For': one } });
    if (status === 200) count += 1;
  }
  return count;
}

test('without a proxy to trust, nobody can pass for another client', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 1 });
  assert.equal(await passed(url, ['192.0.2.1', '192.0.2.2']), 1);
});

for (const trustProxy of [1, ['loopback'], ['127.0.0.0/8']]) {
  test(`behind ${JSON.stringify(trustProxy)}, each client has a limit of its own`, async (t) => {
    const { url } = await startInProcess(t, { release, rateLimitPerMinute: 1, trustProxy });
    assert.equal(await passed(url, ['192.0.2.1', '192.0.2.2', '192.0.2.1']), 2);
    // What a client itself writes stands before what the proxy adds.
    assert.equal(await passed(url, ['203.0.113.9, 192.0.2.1']), 0);
  });
}

test('a network of IPv6 is one client', async (t) => {
  const settings = { release, rateLimitPerMinute: 1, trustProxy: 1 } as const;
  const { url } = await startInProcess(t, settings);
  assert.equal(await passed(url, ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2']), 1);
  assert.equal(await passed(url, ['2001:db8:1::1']), 1);
});

test('a URL of 8 kB is read and a longer one refused, wherever it leads', async (t) => {
  const { url } = await startInProcess(t, { release });
  const ofLength = (path: string, length: number) => `${path}?`.padEnd(length, 'x');
  assert.equal((await ask(url, ofLength('/reviews.json', 8192))).status, 200);
  assert.equal((await ask(url, ofLength(SEARCH, 8192))).status, 400);
  for (const path of ['/reviews.json', SEARCH, SINCE, '/nothing', '/healthz', '/feeds']) {
    const { status, json } = await ask(url, ofLength(path, 8193));
    assert.equal(status, 414, path);
    assert.equal(ErrorBody.parse(json()).status, 414);
  }
});

test('whoever has an IPv6 prefix of 56 bits is one client', () => {
  assert.equal(clientOf('2001:db8:1:200::1'), clientOf('2001:db8:1:2ff::ffff'));
  assert.notEqual(clientOf('2001:db8:1:200::1'), clientOf('2001:db8:1:300::1'));
});

test('IPv4 addresses are clients of their own, also where IPv6 carries them', () => {
  assert.notEqual(clientOf('192.0.2.1'), clientOf('192.0.2.2'));
  assert.notEqual(clientOf('::ffff:192.0.2.1'), clientOf('::ffff:192.0.2.2'));
  assert.equal(clientOf(undefined), clientOf(''));
});
