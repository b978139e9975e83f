import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Answered } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkRefusal,
  initializeMessage,
  message,
  openSession,
  openSessionStream,
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

test('M9 RFC 8259 §8.1: a body that is not in UTF-8 is no JSON', async () => {
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"p\xff"}', 'latin1');
  checkRefusal(await session.send(body), 400, -32_700);
});

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

test('M21 2025-06-18 basic/transports: a session has one stream, which ends with it', async () => {
  const { id } = await openSession(url);
  const ask = (method: string) =>
    send(url, { method, headers: { 'Mcp-Session-Id': id, Accept: 'text/event-stream' } });
  const stream = await openSessionStream(url, id);
  assert.equal(stream.status, 200);
  checkRefusal(await ask('GET'), 409, TRANSPORT);
  await ask('DELETE');
  assert.equal(await stream.ended, true);
  checkRefusal(await ask('GET'), 404, -32_001);
  resultOf(await session.ask('ping'));
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

/** A service of its own, as each test uses up what a client may ask. */
async function startLimited(t: TestContext): Promise<string> {
  return (await startInProcess(t, { release, requestsPerMinute: 120 })).url;
}

/** Holds that an answer says to wait, and for how many seconds at most. */
function checkLimited(answered: Answered, most: number): void {
  const said = checkRefusal(answered, 429, TRANSPORT);
  const seconds = Number(answered.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= most);
  assert.match(said, new RegExp(`\\b${seconds} second`));
}

test('part 8, M28 RFC 6585 §4: the 61st request at once is 429 with Retry-After, whatever it asks', async (t) => {
  const limited = await startLimited(t);
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 20 }).flatMap(() => [
      send(limited, { body: initializeMessage('2025-06-18') }),
      askStateless(limited, 'tools/list'),
      ...['GET', 'DELETE', 'PUT'].map((method) => send(limited, { method })),
    ]),
  );
  const refused = answers.filter(({ status }) => status === 429);
  // Two a second come back.
  const passed = answers.length - refused.length - 60;
  assert.ok(passed >= 0 && passed <= 1 + (performance.now() - startedAt) / 500, `60 + ${passed}`);
  for (const answered of refused) checkLimited(answered, 1);
  // Preflights are answered all the same, and so is the rest of the service.
  assert.equal((await send(limited, { method: 'OPTIONS', headers: {} })).status, 204);
  assert.equal((await fetch(`${limited}/reviews.json`)).status, 200);
});

test('part 8, M28: every message of a batch counts, at each spelling of the path', async (t) => {
  const { headers, send: post } = await openSession(await startLimited(t), '2025-03-26');
  const limited = await startLimited(t);
  const body = Array.from({ length: 20 }, (_, id) => message('ping', undefined, id));
  for (const _ of [1, 2]) assert.equal((await post(body)).status, 200);
  checkLimited(await post(body), 10);
  const slashed = Array.from({ length: 80 }, () => fetch(`${limited}/mcp/`, { headers }));
  assert.ok((await Promise.all(slashed)).some(({ status }) => status === 429));
});
