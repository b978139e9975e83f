import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { atEnd } from '../support/at-end.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  checkAnswer,
  checkRefusal,
  initializeMessage,
  message,
  openSession,
  POST_HEADERS,
  resultOf,
  send,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });

const STREAM = { Accept: 'text/event-stream' };

/** Ids that this service has not given out, made of one that it has. */
function forgeriesOf(id: string): string[] {
  const [random = '', issued = '', version = '', signature = ''] = id.split('.');
  const flipped = signature.startsWith('A') ? 'B' : 'A';
  return [
    'nonsense',
    '',
    '00000000-0000-4000-8000-000000000000',
    `${id}x`,
    id.slice(0, -1),
    id.toUpperCase(),
    `${random}.${issued}.${version}`,
    `${random}.${issued}.2025-03-26.${signature}`,
    `${random}.zzzzzzzz.${version}.${signature}`,
    `${random}.${issued}.${version}.${flipped}${signature.slice(1)}`,
    `${id}, ${id}`,
    'x'.repeat(8000),
  ];
}

test('part 3, M3 2025-06-18 basic/transports: a request without the id of its session is 400', async () => {
  for (const body of [
    message('ping', undefined, 'of whom'),
    message('tools/call', { name: 'get_business' }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 1, result: {} },
    [message('ping')],
    [initializeMessage('2025-03-26')],
  ]) {
    const error = checkRefusal(await send(url, { body }), 400, -32000);
    assert.match(error.message, /Mcp-Session-Id/);
  }
  checkRefusal(await send(url, { method: 'DELETE', headers: {} }), 400, -32000);
  checkRefusal(await send(url, { method: 'GET', headers: STREAM }), 400, -32000);
});

test('part 3, M4 2025-06-18 basic/transports: a session that is unknown or made up is 404', async () => {
  const { id } = await openSession(url);
  for (const forged of forgeriesOf(id)) {
    const headers = { ...POST_HEADERS, 'Mcp-Session-Id': forged };
    for (const body of [message('ping'), initializeMessage('2025-06-18')]) {
      const error = checkRefusal(await send(url, { headers, body }), 404, -32001);
      assert.match(error.message, /initialize again/);
    }
    checkRefusal(await send(url, { method: 'DELETE', headers }), 404, -32001);
    checkRefusal(
      await send(url, { method: 'GET', headers: { ...headers, ...STREAM } }),
      404,
      -32001,
    );
  }
});

test('M22 2025-06-18 basic/transports: DELETE ends a session, and no other', async () => {
  const [ended, other] = [await openSession(url), await openSession(url)];
  const headers = { 'Mcp-Session-Id': ended.id };
  const answered = await send(url, { method: 'DELETE', headers });
  checkAnswer(answered);
  assert.deepEqual([answered.status, answered.text], [200, '']);
  checkRefusal(await send(url, { method: 'DELETE', headers }), 404, -32001);
  checkRefusal(await ended.ask('ping'), 404, -32001);
  resultOf(await other.ask('ping'));
});

test('M5 2025-06-18 basic/lifecycle: a second initialize is 400, and the session goes on', async () => {
  const session = await openSession(url);
  const again = await session.send(initializeMessage('2025-11-25', 7));
  checkRefusal(again, 400, -32600, 7);
  assert.equal(again.headers['mcp-session-id'], undefined);
  resultOf(await session.ask('ping'));
});

test('M6 2025-06-18 basic/transports: MCP-Protocol-Version is one that has sessions, or missing', async () => {
  const session = await openSession(url);
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': session.id };
  resultOf(await send(url, { headers, body: message('ping') }));
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    resultOf(await session.send(message('ping'), { 'MCP-Protocol-Version': version }));
  }
  for (const version of ['', '1.0', '2024-10-07', '2025-06-19', '2025-06-18, 2025-11-25']) {
    const given = { 'MCP-Protocol-Version': version };
    checkRefusal(await session.send(message('ping'), given), 400, -32000);
    const { headers: all } = session;
    checkRefusal(await send(url, { method: 'DELETE', headers: { ...all, ...given } }), 400, -32000);
  }
  // What is later than sessions is read as a request without one, which says more of itself.
  for (const version of ['2026-07-28', '2099-01-01', 'x'.repeat(5000)]) {
    const answered = await session.send(message('ping'), { 'MCP-Protocol-Version': version });
    checkRefusal(answered, 400, -32602, 1);
  }
  const begun = await send(url, {
    headers: { ...POST_HEADERS, 'MCP-Protocol-Version': '2026-07-28' },
    body: initializeMessage('2025-11-25'),
  });
  checkRefusal(begun, 400, -32020, 0);
});

test('M15 2025-06-18 basic/lifecycle: an initialize that cannot be read begins nothing', async () => {
  for (const params of [
    undefined,
    {},
    { protocolVersion: 5, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    { protocolVersion: '2025-06-18', capabilities: {} },
    { protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1' } },
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x' } },
    { protocolVersion: '2025-06-18', capabilities: [], clientInfo: null },
  ]) {
    const answered = await send(url, { body: message('initialize', params, 'a') });
    const error = checkRefusal(answered, 200, -32602, 'a');
    assert.match(error.message, /protocolVersion, capabilities and clientInfo/);
    assert.equal(answered.headers['mcp-session-id'], undefined);
  }
});

test('M21 2025-06-18 basic/transports: GET wants a stream of a session, which has one', async (t) => {
  const { id } = await openSession(url);
  for (const accept of ['', '*/*', 'application/json', 'text/html']) {
    const headers = { 'Mcp-Session-Id': id, Accept: accept };
    checkRefusal(await send(url, { method: 'GET', headers }), 406, -32000);
  }
  const headers = { 'Mcp-Session-Id': id, ...STREAM };
  const asked = request(`${url}/mcp`, { headers, agent: false }).end();
  atEnd(t, () => asked.destroy());
  const [stream] = await once(asked, 'response');
  assert.equal(stream.statusCode, 200);
  assert.equal(stream.headers['content-type'], 'text/event-stream');
  assert.match(stream.headers['cache-control'], /no-store/);
  checkRefusal(await send(url, { method: 'GET', headers }), 409, -32000);
  const ended = once(stream.resume(), 'end');
  await send(url, { method: 'DELETE', headers });
  await ended;
  checkRefusal(await send(url, { method: 'GET', headers }), 404, -32001);
});
