import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { type Answered, ask } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  checkRefusal,
  type Headers,
  initializeMessage,
  message,
  openSession,
  POST_HEADERS,
  resultOf,
  send,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { headOf, openRaw, sendRaw } from '../support/raw-http.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const allowedOrigins = ['https://app.example'];
const { url } = await startInProcess({ after }, { release, allowedOrigins });

const INITIALIZE = initializeMessage('2025-06-18');
const METHODS = ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT', 'HEAD'];
/** Of the business, of the list, and of this machine. */
const GOOD_ORIGINS = ['http://reviews.test:8787', 'https://app.example', 'http://[::1]:3000'];

const initialize = (headers: Headers, to = url) =>
  send(to, { headers: { ...POST_HEADERS, ...headers }, body: INITIALIZE });

/** Holds that a header lists some names. */
function lists(header: unknown, ...names: readonly string[]): void {
  const parts = String(header).split(',');
  const listed = new Set(parts.map((name) => name.trim().toLowerCase()));
  for (const name of names) assert.ok(listed.has(name), name);
}

test('M19 Fetch §3.3: a preflight from an allowed page is 204 with all that it may send and read', async () => {
  for (const origin of GOOD_ORIGINS) {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
    const answered = await send(url, { method: 'OPTIONS', headers });
    checkAnswer(answered);
    assert.deepEqual([answered.status, answered.text], [204, '']);
    const { headers: given } = answered;
    assert.equal(given['access-control-allow-origin'], origin);
    assert.equal(given['access-control-allow-credentials'], undefined);
    assert.equal(given.vary, 'Origin');
    lists(given['access-control-allow-methods'], 'get', 'post', 'delete');
    const sent = ['content-type', 'accept', 'mcp-session-id', 'mcp-protocol-version'];
    lists(
      given['access-control-allow-headers'],
      ...sent,
      'mcp-method',
      'mcp-name',
      'last-event-id',
    );
  }
});

test('M19 Fetch §3.3.4: every answer to an allowed page may be read by it, refusals too', async () => {
  const { headers, id } = await openSession(url);
  for (const Origin of GOOD_ORIGINS) {
    for (const asked of [
      { body: INITIALIZE },
      { headers, body: message('tools/list') },
      { headers, body: message('nothing') },
      { headers, body: '{' },
      { headers: { 'Mcp-Session-Id': id, Accept: 'text/html' }, method: 'GET' },
      { headers: {}, method: 'DELETE' },
      { headers: {}, method: 'PUT' },
      { headers: statelessHeaders('tools/list'), body: statelessMessage('tools/list') },
      { headers: statelessHeaders('nothing'), body: statelessMessage('nothing') },
    ]) {
      const answered = await send(url, {
        ...asked,
        headers: { ...(asked.headers ?? POST_HEADERS), Origin },
      });
      assert.equal(answered.headers['access-control-allow-origin'], Origin, answered.text);
      const exposed = answered.headers['access-control-expose-headers'];
      lists(exposed, 'mcp-session-id', 'mcp-protocol-version', 'retry-after');
    }
  }
});

test('M20 2025-11-25 basic/transports: pages of others and rebound names are 403, whatever they ask', async () => {
  for (const stranger of [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '' },
    { Host: 'evil.example:8787' },
    { Host: 'localhost.evil.example' },
  ]) {
    for (const method of METHODS) {
      const answered = await send(url, { method, headers: { ...POST_HEADERS, ...stranger } });
      assert.equal(answered.headers['access-control-allow-origin'], undefined);
      if (method === 'HEAD') assert.equal(answered.status, 403);
      else checkRefusal(answered, 403, -32000);
    }
  }
  // RFC 9112 §3.2: that is no Host at all.
  const [unnamed] = await sendRaw(url, headOf('POST /mcp', { ...POST_HEADERS, Host: '' }));
  assert.equal(unnamed?.status, 400);
  for (const Host of ['Reviews.Test:1', '[::1]:8787']) resultOf(await initialize({ Host }), 0);
});

test('M20: agents, which send no Origin, get no CORS headers', async () => {
  const answered = await initialize({});
  resultOf(answered, 0);
  assert.equal(answered.headers['access-control-allow-origin'], undefined);
});

test('M20: with every origin allowed, every page may ask and only Host is judged', async (t) => {
  const open = await startInProcess(t, { release, allowedOrigins: ['*'] });
  for (const Origin of ['https://evil.example', 'null']) {
    const answered = await initialize({ Origin }, open.url);
    resultOf(answered, 0);
    assert.equal(answered.headers['access-control-allow-origin'], '*');
  }
  checkRefusal(await initialize({ Host: 'evil.example' }, open.url), 403, -32000);
});

test('M20: who may not ask is refused before his body is read, and need not send it', async () => {
  for (const framing of [{ 'Content-Length': '10000000' }, { 'Transfer-Encoding': 'chunked' }]) {
    const connection = await openRaw(url);
    connection.socket.ref();
    const fields = { ...POST_HEADERS, ...framing, Origin: 'https://evil.example' };
    await connection.send(headOf('POST /mcp', fields));
    const { status, body } = await connection.answer();
    assert.equal(status, 403);
    assert.equal(JSON.parse(body.toString()).error.code, -32000);
    connection.socket.destroy();
  }
});

/** A service of its own, as each test uses up what a client may ask. */
async function startLimited(t: TestContext): Promise<string> {
  return (await startInProcess(t, { release, requestsPerMinute: 120 })).url;
}

/** Holds that an answer says to wait, and for how many seconds at most. */
function checkLimited(answered: Answered, most: number): void {
  const { message: said } = checkRefusal(answered, 429, -32000);
  const seconds = Number(answered.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= most);
  assert.match(said, new RegExp(`\\b${seconds} second`));
}

test('part 8, M28 RFC 6585 §4: the 61st request at once is 429 with Retry-After, whatever it asks', async (t) => {
  const limited = await startLimited(t);
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 20 }).flatMap(() => [
      initialize({}, limited),
      askStateless(limited, 'tools/list'),
      ...['GET', 'DELETE', 'PUT'].map((method) => send(limited, { method })),
    ]),
  );
  const refused = answers.filter(({ status }) => status === 429);
  // Two a second come back.
  const passed = answers.length - refused.length - 60;
  assert.ok(passed >= 0 && passed <= 1 + (performance.now() - startedAt) / 500, `60 + ${passed}`);
  for (const answered of refused) checkLimited(answered, 1);
  // Nobody is kept from asking whether he may ask, nor from the rest of the service.
  assert.equal((await send(limited, { method: 'OPTIONS', headers: {} })).status, 204);
  assert.equal((await fetch(`${limited}/reviews.json`)).status, 200);
});

test('part 8, M28: every message of a batch counts', async (t) => {
  const { send: post } = await openSession(await startLimited(t), '2025-03-26');
  const batch = Array.from({ length: 20 }, (_, id) => message('ping', undefined, id));
  for (const _ of [1, 2]) assert.equal((await post(batch)).status, 200);
  checkLimited(await post(batch), 10);
});

test('part 8, M28: without a rate limit nothing is counted', async () => {
  for (let count = 0; count <= 60; count++) resultOf(await initialize({}), 0);
});

test('/mcp/ is /mcp: every method, CORS, refusals, errors, and what counts against the limit', async (t) => {
  const limited = await startInProcess(t, { release, allowedOrigins, requestsPerMinute: 120 });
  const [origin = ''] = GOOD_ORIGINS;
  const { id } = await openSession(url);
  const named = { Origin: origin, 'Mcp-Session-Id': id };
  for (const [method, headers, body] of [
    ['POST', { ...POST_HEADERS, Origin: origin }, message('tools/list', undefined, 'no session')],
    ['POST', { ...POST_HEADERS, ...named }, message('tools/list')],
    ['POST', { ...POST_HEADERS, ...named }, '{'],
    ['POST', statelessHeaders('tools/list'), statelessMessage('tools/list')],
    ['POST', { ...POST_HEADERS, Origin: 'https://evil.example' }, message('ping')],
    ['GET', { ...named, Accept: 'text/html' }, undefined],
    ['PUT', named, undefined],
    ['OPTIONS', { Origin: origin }, undefined],
  ] as const) {
    const asked = { method, headers, ...(body !== undefined && { body: textOf(body) }) };
    const [plain, slashed] = [await ask(url, '/mcp', asked), await ask(url, '/mcp/', asked)];
    checkAnswer(slashed);
    assert.deepEqual([slashed.status, slashed.text], [plain.status, plain.text], method);
    const { date: _, ...headersOfPlain } = plain.headers;
    assert.partialDeepStrictEqual(slashed.headers, headersOfPlain);
  }
  const ended = await ask(url, '/mcp/', { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });
  assert.equal(ended.status, 200);
  assert.equal(
    (await ask(url, `/mcp/?${'x'.repeat(20_000)}`)).headers['content-type'],
    'application/json',
  );

  const paths = Array.from({ length: 80 }, (_, index) => (index % 2 === 0 ? '/mcp' : '/mcp/'));
  const answers = await Promise.all(paths.map((path) => ask(limited.url, path)));
  assert.ok(answers.some(({ status }) => status === 429));
});

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
