import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import {
  listen,
  openSession,
  openSessionStream,
  statelessHeaders,
  statelessMessage,
} from '../../support/mcp-client.ts';
import { headOf, openRaw, type RawConnection } from '../../support/raw-http.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const { release } = await makeRelease();
const edited = { ...SAMPLE_CONTENT, ...sampleReview('review-a', '2026-10-03', {}, 'Another.') };
const { release: other } = await makeRelease(edited);
/** Resources are compared ten at a time. */
const TURNS = 6;

/** All of these differ between the two releases. */
const URIS = Array.from(
  { length: 32 },
  (_, index) =>
    `${BASE_URL}/api/reviews/since/2025-01-${String(index % 31 || 31).padStart(2, '0')}`,
).with(0, `${BASE_URL}/reviews.json`);

/** Publishes the other release in turn, and lets everybody be told. */
async function swapTimes(current: CurrentRelease, times: number): Promise<void> {
  for (let swap = 0; swap < times; swap++) {
    await current.swap(swap % 2 === 0 ? other : release);
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
  }
}

/** Publishes until a stream is lost that had its place at first; false where it never is. */
async function isLostInTime(
  current: CurrentRelease,
  isFree: () => Promise<boolean>,
): Promise<boolean> {
  assert.equal(await isFree(), false);
  // The kernel takes some megabytes before anything is left unread here.
  for (let count = 0; count < 200; count++) {
    await swapTimes(current, 50);
    if (await isFree()) return true;
  }
  return false;
}

/** Sends a request for a stream, and reads nothing more once there is one. */
async function openUnread(url: string, request: string): Promise<RawConnection> {
  const connection = await openRaw(url);
  const { socket } = connection;
  await connection.send(request);
  await waitUntil('the stream is open', () => socket.bytesRead > 0);
  socket.pause();
  return connection;
}

test('a session that never reads loses its stream when much is to be told', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const session = await openSession(url);
  for (const uri of URIS) await session.ask('resources/subscribe', { uri });
  const headers = { Accept: 'text/event-stream', 'Mcp-Session-Id': session.id };
  const connection = await openUnread(url, headOf('/mcp', headers));
  const isFree = async () => {
    const stream = await openSessionStream(url, session.id);
    stream.close();
    return stream.status === 200;
  };
  assert.ok(await isLostInTime(current, isFree));
  assert.equal((await ask(url, '/reviews.json')).status, 200);
  connection.socket.resume();
  await connection.ended();
});

test('a subscriber that never reads loses its stream when much is to be told', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const params = { notifications: { resourceSubscriptions: URIS } };
  const method = 'subscriptions/listen';
  const body = JSON.stringify(statelessMessage(method, params));
  const headers = { ...statelessHeaders(method, params), 'Content-Length': String(body.length) };
  const connection = await openUnread(url, headOf('POST /mcp', headers) + body);
  const open = await Promise.all([listen(url, URIS), listen(url, URIS), listen(url, URIS)]);
  for (const { status } of open) assert.equal(status, 200);
  const isFree = async () => {
    const { status, close } = await listen(url, URIS);
    close();
    return status === 200;
  };
  assert.ok(await isLostInTime(current, isFree));
  connection.socket.resume();
  await connection.ended();
});
