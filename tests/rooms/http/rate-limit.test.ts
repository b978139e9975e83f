import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import express from 'express';
import { ErrorBody } from '#openapi/error-body.ts';
import { Clients } from '../../../sidecar/http/client.ts';
import { listen } from '../../../sidecar/http/http.ts';
import { giveBack, limitRate } from '../../../sidecar/http/rate-limit.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { atEnd } from '../../support/lifetime.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
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

test('every question to the API, pages and feeds counts alike, under any spelling', async (t) => {
  const { url, log } = await startInProcess(t, { release, rateLimitPerMinute: 10 });
  const asked = [
    [200, headOf(SINCE)],
    [200, headOf(SINCE)],
    [200, headOf(`HEAD ${SINCE}`)],
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
    assert.deepEqual(countOf(answer), [status, 9 - index]);
    assert.equal(answer.headers['ratelimit-policy'], '"api"; q=10; w=60');
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

test('that an answer did not change is not counted', async (t) => {
  for (const target of [SEARCH, LIST, '/api/reviews/changes', '/feed.xml?rating=5']) {
    const { url } = await startInProcess(t, { release, rateLimitPerMinute: 2 });
    const etag = String((await ask(url, target)).headers.etag);
    const revalidate = async (tag: string) =>
      countOf(await ask(url, target, { headers: { 'If-None-Match': tag } }));
    for (let count = 0; count < 20; count++) assert.deepEqual(await revalidate(etag), [304, 1]);
    assert.deepEqual(await revalidate('"x"'), [200, 0]);
    // Nothing is looked up for a client that has none left.
    assert.deepEqual(await revalidate(etag), [429, 0]);
  }
});

test('a client has its requests again a minute after its first one, and ten times as many are free', async (t) => {
  let time = 500;
  const clients = new Clients(false);
  const app = express().use(limitRate({ perMinute: 3, name: 'api', now: () => time }, clients));
  app.use((request, response) => {
    if (request.path === '/free') giveBack(response);
    response.end();
  });
  const server = createServer(app);
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  atEnd(t, () => server.close());
  const countAt = async (path = '/') => countOf(await ask(url, path));
  for (let count = 0; count < 30; count++) assert.deepEqual(await countAt('/free'), [200, 3]);
  assert.deepEqual(await countAt('/free'), [200, 2]);
  time += 59_999;
  assert.deepEqual(await countAt(), [200, 1]);
  assert.deepEqual(await countAt(), [200, 0]);
  assert.equal((await ask(url, '/')).headers['retry-after'], '1');
  time += 1;
  assert.deepEqual(await countAt('/free'), [200, 3]);
  // The sum of this and a minute is rounded.
  time = 130_000.2;
  assert.equal((await ask(url, '/')).headers.ratelimit, '"api"; r=2; t=60');
});
