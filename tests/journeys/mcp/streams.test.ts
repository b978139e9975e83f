import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { SessionIds } from '../../../sidecar/mcp/sessions.ts';
import { SESSION_SECRET, startInProcess } from '../../support/in-process.ts';
import {
  type EventStream,
  listen,
  openEvents,
  openSession,
  openSessionStream,
  statelessHeaders,
  statelessMessage,
} from '../../support/mcp-client.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';

const { release } = await makeRelease();
/** Asks from another address of this machine. */
const askFrom = (localAddress: string) => new Agent({ localAddress });
const IDS = new SessionIds({ secret: SESSION_SECRET, randomBytes, now: Date.now });
const newId = () => IDS.create('2025-06-18');
const REVIEWS = `${BASE_URL}/reviews.json`;
const PAGE = { Origin: 'https://app.example' };

const statusesOf = (streams: readonly EventStream[]) => streams.map(({ status }) => status);

/** Counts how many streams there are of each status. */
function countOf(streams: readonly EventStream[]): Record<number, number> {
  const statuses = statusesOf(streams);
  return Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((other) => other === one).length]),
  );
}

test('a client has four streams of both kinds together', async (t) => {
  const { url } = await startInProcess(t, { release });
  const open = [
    await openSessionStream(url, newId()),
    await listen(url, [REVIEWS]),
    await openSessionStream(url, newId()),
    await listen(url, [REVIEWS]),
  ];
  assert.deepEqual(countOf(open), { 200: 4 });
  for (const refused of [await openSessionStream(url, newId()), await listen(url, [REVIEWS])]) {
    await refused.ended;
    const headers = { 'retry-after': '15', 'content-type': 'application/json' };
    assert.equal(refused.status, 503);
    for (const [name, value] of Object.entries(headers)) assert.equal(refused.headers[name], value);
    assert.equal(JSON.parse(refused.text()).error.code, -32_000);
  }
  assert.equal((await openSessionStream(url, newId(), askFrom('127.0.0.2'))).status, 200);
  for (const stream of open) stream.close();
  await waitUntil('a place is free', async () => (await listen(url, [REVIEWS])).status === 200);
});

test('streams that are asked for behind another on one connection take no place for ever', async (t) => {
  const { url } = await startInProcess(t, { release });
  await openSession(url);
  const heads = Array.from({ length: 4 }, () =>
    headOf('/mcp', { Accept: 'text/event-stream', 'Mcp-Session-Id': newId() }),
  );
  const connection = await openRaw(url);
  await connection.send(heads.join(''));
  const { socket } = connection;
  await waitUntil('the first stream is open', () => socket.bytesRead > 0);
  assert.equal((await openSessionStream(url, newId())).status, 503);
  socket.destroy();
  const four = () => Promise.all(heads.map(() => openSessionStream(url, newId())));
  await waitUntil(
    'four places are free',
    async () => {
      const streams = await four();
      for (const stream of streams) stream.close();
      return streams.every(({ status }) => status === 200);
    },
    3_000,
  );
});

test('the streams of both kinds are for nobody to keep, hold back or change', async (t) => {
  const allowedOrigins = [PAGE.Origin];
  const { url } = await startInProcess(t, { release, allowedOrigins });
  const params = { notifications: { resourceSubscriptions: [REVIEWS] } };
  const streams = [
    await openEvents(url, {
      headers: { ...PAGE, Accept: 'text/event-stream', 'Mcp-Session-Id': newId() },
    }),
    await openEvents(url, {
      method: 'POST',
      headers: { ...PAGE, ...statelessHeaders('subscriptions/listen', params) },
      body: statelessMessage('subscriptions/listen', params),
    }),
  ];
  for (const { status, headers } of streams) {
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /^text\/event-stream/);
    assert.equal(headers['cache-control'], 'no-store, no-transform');
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['access-control-allow-origin'], PAGE.Origin);
    assert.equal(headers.vary, 'Origin');
  }
});

test('a subscription names 32 resources at most', async (t) => {
  const { url } = await startInProcess(t, { release });
  const uris = Array.from({ length: 33 }, (_, index) => `${BASE_URL}/reviews/review-${index}/`);
  const refused = await listen(url, uris);
  await refused.ended;
  assert.equal(refused.status, 400);
  assert.equal(JSON.parse(refused.text()).error.code, -32_602);
  assert.equal((await listen(url, uris.slice(1))).status, 200);
});

test('a subscription with a very long id, which all that it is sent would repeat, is refused', async (t) => {
  const { url } = await startInProcess(t, { release });
  const params = { notifications: { resourceSubscriptions: [`${BASE_URL}/reviews.json`] } };
  for (const [length, status] of [
    [256, 200],
    [257, 400],
  ] as const) {
    const headers = statelessHeaders('subscriptions/listen', params);
    const body = { ...statelessMessage('subscriptions/listen', params), id: 'x'.repeat(length) };
    const stream = await openEvents(url, { method: 'POST', headers, body });
    assert.equal(stream.status, status);
    stream.close();
  }
});
