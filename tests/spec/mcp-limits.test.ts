import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Answered } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkRefusal,
  errorOf,
  initializeMessage,
  message,
  POST_HEADERS,
  resultOf,
  send,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();

const BURST = 60;
const PER_MINUTE = 120;
const AT_ONCE = 100;
const INITIALIZES = 20;

/** A service of its own, as each test uses up what a client may ask. */
async function start(t: TestContext, rateLimitPerMinute: number) {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute, trustProxy: 1 });
  const from = (client: string) => ({ ...POST_HEADERS, 'X-Forwarded-For': client });
  return { url, from };
}

/** Holds that an answer says to wait, and returns for how many seconds. */
function secondsToWait(answered: Answered): number {
  const { message: said } = checkRefusal(answered, 429, -32000);
  const seconds = Number(answered.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds > 0);
  assert.match(said, new RegExp(`\\b${seconds} second`));
  return seconds;
}

/**
 * Asks so often at once that some has to be refused, and holds that as many are let through as a
 * client may ask, with what came back to it meanwhile.
 */
async function useUp(asks: readonly (() => Promise<Answered>)[]): Promise<Answered[]> {
  const startedAt = performance.now();
  const answers = await Promise.all(asks.map((ask) => ask()));
  const most = BURST + 1 + ((performance.now() - startedAt) / 60_000) * PER_MINUTE;
  const passed = answers.filter(({ status }) => status !== 429);
  assert.ok(passed.length >= BURST && passed.length <= most, `${passed.length}`);
  const refused = answers.filter(({ status }) => status === 429);
  for (const answered of refused) assert.ok(secondsToWait(answered) <= 1);
  return passed;
}

test('part 8, M28 RFC 6585 §4: the 61st request at once is 429 with Retry-After', async (t) => {
  const { url } = await start(t, 100);
  const asks = Array.from({ length: AT_ONCE }, () => () => askStateless(url, 'tools/list'));
  for (const answered of await useUp(asks)) resultOf(answered);
  // Nobody is kept from asking whether he may ask, nor from the rest of the service.
  assert.equal((await send(url, { method: 'OPTIONS', headers: {} })).status, 204);
  assert.equal((await fetch(`${url}/reviews.json`)).status, 200);
});

test('part 8, M28: requests of all methods count, also those that are refused for something else', async (t) => {
  const { url } = await start(t, 100);
  const asks = ['POST', 'GET', 'DELETE', 'PUT'].flatMap((method) =>
    Array.from({ length: AT_ONCE / 4 }, () => () => send(url, { method })),
  );
  for (const answered of await useUp(asks)) errorOf(answered);
});

test('part 8, M28 RFC 6585 §4: the 21st session at once is 429 with Retry-After', async (t) => {
  const { url } = await start(t, 100);
  const begin = () => send(url, { body: initializeMessage('2025-06-18') });
  const begun = await begin();
  for (let count = 2; count <= INITIALIZES; count++) resultOf(await begin(), 0);
  assert.ok(secondsToWait(await begin()) <= 3);
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': String(begun.headers['mcp-session-id']) };
  resultOf(await send(url, { headers, body: message('ping') }));
});

test('part 8, M28: every message of a batch counts', async (t) => {
  const { url } = await start(t, 100);
  const begun = await send(url, { body: initializeMessage('2025-03-26') });
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': String(begun.headers['mcp-session-id']) };
  const batch = Array.from({ length: 20 }, (_, id) => message('ping', undefined, id));
  for (let count = 0; count < 2; count++) {
    assert.equal((await send(url, { headers, body: batch })).status, 200);
  }
  secondsToWait(await send(url, { headers, body: batch }));
});

test('part 8, M28: clients are counted one by one', async (t) => {
  const { url, from } = await start(t, 100);
  const begin = (client: string) =>
    send(url, { headers: from(client), body: initializeMessage('2025-06-18') });
  for (let count = 1; count <= INITIALIZES; count++) resultOf(await begin('192.0.2.1'), 0);
  secondsToWait(await begin('192.0.2.1'));
  resultOf(await begin('192.0.2.2'), 0);
  resultOf(await begin('2001:db8::1'), 0);
});

test('part 8, M28: without a rate limit neither is counted', async (t) => {
  const { url } = await start(t, 0);
  for (let count = 0; count <= BURST; count++) {
    resultOf(await send(url, { body: initializeMessage('2025-06-18') }), 0);
  }
});
