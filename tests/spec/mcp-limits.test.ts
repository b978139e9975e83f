import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSession } from '../rooms/mcp/open-session.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  checkRefusal,
  initializeMessage,
  message,
  POST_HEADERS,
  resultOf,
  send,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { headOf, openRaw } from '../support/raw-http.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });
const session = await openSession(url);
const TRANSPORT = -32_000;

test('M20: a page that may not ask is refused before its body is read, and need not send it', async () => {
  for (const framing of [{ 'Content-Length': '10000000' }, { 'Transfer-Encoding': 'chunked' }]) {
    const connection = await openRaw(url);
    connection.socket.ref();
    const fields = { ...POST_HEADERS, ...framing, Origin: 'https://evil.example' };
    await connection.send(headOf('POST /mcp', fields));
    const { status, body } = await connection.answer();
    assert.deepEqual([status, JSON.parse(body.toString()).error.code], [403, TRANSPORT]);
    connection.socket.destroy();
  }
});

test('part 7, M27 RFC 9110 §15.6.4: before the first release it is 503 with Retry-After', async (t) => {
  const starting = await startInProcess(t);
  const eras = [
    { headers: session.headers, body: message('tools/list') },
    { headers: statelessHeaders('tools/list'), body: statelessMessage('tools/list') },
    { headers: POST_HEADERS, body: initializeMessage('2025-06-18', 1) },
  ] as const;
  for (const asked of eras) {
    const answered = await send(starting.url, asked);
    checkRefusal(answered, 503, TRANSPORT);
    assert.equal(answered.headers['retry-after'], '2');
  }
  await starting.current.swap(release);
  for (const asked of eras) resultOf(await send(starting.url, asked));
});

// How much a client may ask at once, and how much later: tests/rooms/mcp/gate.test.ts.
test('part 8, M28 RFC 6585 §4: every message counts, at each spelling of the path; the next is 429 with Retry-After', async (t) => {
  const limited = await startInProcess(t, { release, requestsPerMinute: 120 });
  const { send: post, headers } = await openSession(limited.url, '2025-03-26');
  const ping = () => post(message('ping'));
  let answered = await ping();
  for (let sent = 1; sent < 120 && answered.status === 200; sent++) answered = await ping();
  const said = checkRefusal(answered, 429, TRANSPORT);
  const seconds = Number(answered.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 10);
  assert.match(said, new RegExp(`\\b${seconds} second`));
  const slashed = Array.from({ length: 80 }, () => fetch(`${limited.url}/mcp/`, { headers }));
  assert.ok((await Promise.all(slashed)).some(({ status }) => status === 429));
  // Preflights are answered all the same, and so is the rest of the service.
  assert.equal((await send(limited.url, { method: 'OPTIONS', headers: {} })).status, 204);
  assert.equal((await fetch(`${limited.url}/reviews.json`)).status, 200);
});
