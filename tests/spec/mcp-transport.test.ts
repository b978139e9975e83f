import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ErrorBody } from '#search/request/issue.ts';
import type { Answered } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  checkRefusal,
  ENVELOPE,
  type Headers,
  initializeMessage,
  message,
  openSession,
  openSessionStream,
  POST_HEADERS,
  resultOf,
  STATELESS_VERSION,
  send,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });
const session = await openSession(url);

const LIMIT = 64 * 1024;
const TRANSPORT = -32000;
const STREAM = { Accept: 'text/event-stream' };

/** A request of each era, and the first of a session. */
const ERAS = [
  { headers: session.headers, body: message('tools/list') },
  { headers: statelessHeaders('tools/list'), body: statelessMessage('tools/list') },
  { headers: POST_HEADERS, body: initializeMessage('2025-06-18', 1) },
] as const;

/** Checks the answer to each of them, with other headers and perhaps another form of its body. */
async function eachEra(
  changes: Headers,
  check: (answered: Answered) => unknown,
  bodyOf = (body: object): unknown => body,
): Promise<void> {
  for (const { headers, body } of ERAS) {
    check(await send(url, { headers: { ...headers, ...changes }, body: bodyOf(body) }));
  }
}

const succeeds = (answered: Answered) => resultOf(answered);

test('part 4, M7 2025-06-18 basic/transports: Accept has to allow both types, else it is 406', async () => {
  for (const Accept of [
    '',
    'application/json',
    STREAM.Accept,
    'application/*',
    'application/json;q=0, */*',
    'application/json, text/event-stream;q=0.0',
  ]) {
    await eachEra({ Accept }, (answered) => {
      const error = checkRefusal(answered, 406, TRANSPORT);
      assert.match(error.message, /application\/json.*text\/event-stream/);
    });
  }
  for (const Accept of [
    undefined,
    '*/*',
    'application/*, text/*;q=0.1',
    'application/json;q=0.9,Text/Event-Stream;q=0.5, */*;q=0',
  ]) {
    await eachEra({ Accept }, succeeds);
  }
});

test('part 4, M8 RFC 9110 §15.5.16: a body that is not said to be JSON in UTF-8 is 415', async () => {
  for (const type of [
    undefined,
    'text/plain',
    'application/json; charset=latin1',
    'application/jsonx',
  ]) {
    await eachEra({ 'Content-Type': type }, (answered) => {
      checkRefusal(answered, 415, TRANSPORT);
      assert.equal(answered.headers['accept-post'], 'application/json');
    });
  }
  await eachEra({ 'Content-Type': 'Application/JSON;charset="UTF-8"' }, succeeds);
});

test('part 8, M10 RFC 9110 §15.5.14: a body of more than 64 kB is 413, however it comes', async () => {
  const sized = (bytes: number) => (body: object) => JSON.stringify(body).padEnd(bytes);
  for (const framing of [{}, { 'Transfer-Encoding': 'chunked' }]) {
    await eachEra(framing, succeeds, sized(LIMIT));
    for (const bytes of [LIMIT + 1, 1_000_000]) {
      const refused = (answered: Answered) =>
        assert.match(checkRefusal(answered, 413, TRANSPORT).message, /65536/);
      await eachEra(framing, refused, sized(bytes));
    }
  }
});

test('M10 RFC 9110 §15.5.16: a compressed body is 415', async () => {
  for (const coding of ['gzip', 'gzip, identity', 'nonsense']) {
    await eachEra({ 'Content-Encoding': coding }, (answered) => {
      checkRefusal(answered, 415, TRANSPORT);
      assert.equal(answered.headers['accept-encoding'], 'identity');
    });
  }
  await eachEra({ 'Content-Encoding': 'identity' }, succeeds);
});

test('M18 RFC 9110 §15.5.6: other methods are 405 with those that there are', async () => {
  for (const method of ['PUT', 'PROPFIND', 'HEAD']) {
    const answered = await send(url, { method, headers: session.headers });
    assert.equal(answered.headers.allow, 'GET, POST, DELETE, OPTIONS');
    if (method !== 'HEAD') checkRefusal(answered, 405, TRANSPORT);
    else assert.deepEqual([answered.status, answered.text], [405, '']);
  }
});

test('M26: what is too large to be read is refused, as JSON-RPC where the path is known', async () => {
  const answered = await send(url, { headers: { ...POST_HEADERS, 'X-Much': 'x'.repeat(17_000) } });
  assert.equal(answered.status, 431);
  assert.equal(ErrorBody.parse(answered.json()).status, 431);
  const long = `${url}/mcp?${'x'.repeat(9000)}&`;
  for (const method of ['POST', 'OPTIONS']) {
    checkRefusal(await send(long, { method }), 414, TRANSPORT);
  }
});

test('M26: a query string does not matter, another path is not this endpoint', async () => {
  const { headers } = session;
  resultOf(await send(`${url}/mcp?x=`, { headers, body: message('ping') }));
  for (const path of ['/MCP', '/mcp/x', '/mcp//']) {
    const { status } = await fetch(url + path, { method: 'POST', headers, body: '{}' });
    assert.ok([404, 405].includes(status), `${path} ${status}`);
  }
});

test('part 7, M27 RFC 9110 §15.6.4: before the first release it is 503 with Retry-After', async (t) => {
  const starting = await startInProcess(t);
  for (const { headers, body } of ERAS) {
    const answered = await send(starting.url, { headers, body });
    checkRefusal(answered, 503, TRANSPORT);
    assert.equal(answered.headers['retry-after'], '2');
  }
  await starting.current.swap(release);
  for (const { headers, body } of ERAS) resultOf(await send(starting.url, { headers, body }));
});

test('M23 2026-07-28 basic/transports: headers that are missing or disagree with the body are -32020', async () => {
  const params = { name: 'get_business', arguments: {} };
  const right = statelessHeaders('tools/call', params);
  const body = statelessMessage('tools/call', params);
  for (const changes of [
    { 'Mcp-Method': undefined },
    { 'Mcp-Method': 'tools/list' },
    { 'Mcp-Name': undefined },
    { 'Mcp-Name': 'search_reviews' },
    { 'Mcp-Name': '=?base64?!!?=' },
    { 'MCP-Protocol-Version': undefined },
    { 'MCP-Protocol-Version': '2025-11-25' },
  ]) {
    checkRefusal(await send(url, { headers: { ...right, ...changes }, body }), 400, -32020, 1);
  }
  const encoded = `=?base64?${Buffer.from('get_business').toString('base64')}?=`;
  resultOf(await send(url, { headers: { ...right, 'Mcp-Name': encoded }, body }));
});

test('M24 2026-07-28 basic/versioning: a revision that is not served is -32022, with those that are', async () => {
  const ask = (version: string, _meta: object) => {
    const headers = { ...statelessHeaders('tools/list'), 'MCP-Protocol-Version': version };
    return send(url, { headers, body: message('tools/list', { _meta }) });
  };
  const [named, able] = Object.keys(ENVELOPE);
  for (const requested of ['2027-01-01', '2025-11-25']) {
    const answered = await ask(requested, { ...ENVELOPE, [named ?? '']: requested });
    const { data } = checkRefusal(answered, 400, -32022, 1);
    assert.deepEqual(data, { supported: [STATELESS_VERSION], requested });
  }
  for (const missing of [named, able]) {
    const _meta = { ...ENVELOPE, [missing ?? '']: undefined };
    checkRefusal(await ask(STATELESS_VERSION, _meta), 400, -32602, 1);
  }
});

test('M25 2026-07-28 basic/transports: a stray Mcp-Session-Id is ignored, and none is given', async () => {
  for (const id of [session.id, 'nonsense']) {
    const answered = await askStateless(
      url,
      'tools/list',
      {},
      { headers: { 'Mcp-Session-Id': id } },
    );
    resultOf(answered);
    assert.equal(answered.headers['mcp-session-id'], undefined);
  }
});

test('part 3, M3 2025-06-18 basic/transports: a request without the id of its session is 400', async () => {
  for (const asked of [
    { body: message('ping', undefined, 'of whom') },
    { body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
    { body: [initializeMessage('2025-03-26')] },
    { method: 'DELETE', headers: {} },
    { method: 'GET', headers: STREAM },
  ]) {
    assert.match(checkRefusal(await send(url, asked), 400, TRANSPORT).message, /Mcp-Session-Id/);
  }
});

test('part 3, M4 2025-06-18 basic/transports: a session that is unknown or made up is 404', async () => {
  const { id } = session;
  const madeUp = [id.replace('2025-06-18', '2025-03-26'), `${id.slice(0, -2)}~x`, `${id}, ${id}`];
  for (const forged of ['nonsense', '', 'x'.repeat(8000), ...madeUp]) {
    const headers = { ...POST_HEADERS, 'Mcp-Session-Id': forged };
    for (const asked of [
      { headers, body: message('ping') },
      { headers, body: initializeMessage('2025-06-18') },
      { headers, method: 'DELETE' },
      { headers: { ...headers, ...STREAM }, method: 'GET' },
    ]) {
      const error = checkRefusal(await send(url, asked), 404, -32001);
      assert.match(error.message, /initialize again/);
    }
  }
});

test('M22 2025-06-18 basic/transports: DELETE ends a session, and no other', async () => {
  const ended = await openSession(url);
  const { headers } = ended;
  const answered = await send(url, { method: 'DELETE', headers });
  checkAnswer(answered);
  assert.deepEqual([answered.status, answered.text], [200, '']);
  checkRefusal(await send(url, { method: 'DELETE', headers }), 404, -32001);
  checkRefusal(await ended.ask('ping'), 404, -32001);
  resultOf(await session.ask('ping'));
});

test('M5 2025-06-18 basic/lifecycle: a second initialize is 400, and the session goes on', async () => {
  const again = await session.send(initializeMessage('2025-11-25', 7));
  checkRefusal(again, 400, -32600, 7);
  assert.equal(again.headers['mcp-session-id'], undefined);
  resultOf(await session.ask('ping'));
});

test('M6 2025-06-18 basic/transports: MCP-Protocol-Version is one that has sessions, or missing', async () => {
  const ask = (version?: string) =>
    session.send(message('ping'), { 'MCP-Protocol-Version': version });
  for (const version of [undefined, '2024-11-05', '2025-11-25']) resultOf(await ask(version));
  for (const version of [
    '',
    '2024-10-07',
    '2025-06-18, 2025-11-25',
    '2099-01-01',
    'x'.repeat(5000),
  ]) {
    const headers = { ...session.headers, 'MCP-Protocol-Version': version };
    for (const [answered, id] of [
      [await ask(version), 1],
      [await send(url, { headers, body: initializeMessage('2025-11-25', 1) }), 1],
      [await send(url, { method: 'DELETE', headers }), null],
      [await send(url, { method: 'GET', headers }), null],
    ] as const) {
      const { message: said } = checkRefusal(answered, 400, -32022, id);
      assert.match(said, /^MCP-Protocol-Version cannot be ".{0,64}" here, but .*2025-06-18/);
    }
  }
  // The newest has no sessions: it wants more of a message, and has neither GET nor DELETE.
  checkRefusal(await ask(STATELESS_VERSION), 400, -32602, 1);
  for (const method of ['GET', 'DELETE']) {
    const of = { ...session.headers, 'MCP-Protocol-Version': STATELESS_VERSION };
    checkRefusal(await send(url, { method, headers: of }), 400, -32022);
  }
  const headers = { ...POST_HEADERS, 'MCP-Protocol-Version': STATELESS_VERSION };
  const begun = await send(url, { headers, body: initializeMessage('2025-11-25') });
  checkRefusal(begun, 400, -32020, 0);
});

test('M15 2025-06-18 basic/lifecycle: an initialize that cannot be read begins nothing', async () => {
  const clientInfo = { name: 'x', version: '1' };
  for (const params of [
    undefined,
    { protocolVersion: 5, capabilities: {}, clientInfo },
    { protocolVersion: '2025-06-18', clientInfo },
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x' } },
  ]) {
    const answered = await send(url, { body: message('initialize', params, 'a') });
    const error = checkRefusal(answered, 200, -32602, 'a');
    assert.match(error.message, /protocolVersion, capabilities and clientInfo/);
    assert.equal(answered.headers['mcp-session-id'], undefined);
  }
});

test('M21 2025-06-18 basic/transports: GET wants a stream of a session, which has one', async () => {
  const { id } = await openSession(url);
  const ask = (method: string, accept: string) =>
    send(url, { method, headers: { 'Mcp-Session-Id': id, Accept: accept } });
  for (const accept of ['application/json', 'text/event-stream;q=0, */*']) {
    checkRefusal(await ask('GET', accept), 406, TRANSPORT);
  }
  const stream = await openSessionStream(url, id);
  assert.equal(stream.status, 200);
  checkRefusal(await ask('GET', STREAM.Accept), 409, TRANSPORT);
  await ask('DELETE', '*/*');
  assert.equal(await stream.ended, true);
  checkRefusal(await ask('GET', STREAM.Accept), 404, -32001);
});
