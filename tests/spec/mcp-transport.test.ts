import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  checkRefusal,
  ENVELOPE,
  initializeMessage,
  message,
  openSession,
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

/** A ping of a session and one without, as each of the eras sends it. */
const ERAS = [
  { headers: session.headers, body: message('tools/list') },
  { headers: statelessHeaders('tools/list'), body: statelessMessage('tools/list') },
  { headers: POST_HEADERS, body: initializeMessage('2025-06-18', 1) },
] as const;

test('part 4, M7 2025-06-18 basic/transports: Accept has to list both types, else it is 406', async () => {
  for (const { headers, body } of ERAS) {
    for (const accept of [
      undefined,
      '',
      '*/*',
      'application/json',
      'text/event-stream',
      'application/*, text/*',
      'text/html',
    ]) {
      const { Accept: _, ...others } = headers;
      const given = { ...others, ...(accept !== undefined && { Accept: accept }) };
      const error = checkRefusal(await send(url, { headers: given, body }), 406, TRANSPORT);
      assert.match(error.message, /application\/json.*text\/event-stream/);
    }
    for (const accept of [
      'text/event-stream, application/json',
      'application/json;q=0.9,text/event-stream;q=0.5, */*',
      'Application/JSON, Text/Event-Stream',
    ]) {
      resultOf(await send(url, { headers: { ...headers, Accept: accept }, body }));
    }
  }
});

test('part 4, M8 RFC 9110 §15.5.16: a body that is not said to be JSON in UTF-8 is 415', async () => {
  for (const { headers, body } of ERAS) {
    for (const type of [
      undefined,
      'text/plain',
      'application/json; charset=latin1',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'json',
      ';',
    ]) {
      const { 'Content-Type': _, ...others } = headers;
      const given = { ...others, ...(type !== undefined && { 'Content-Type': type }) };
      const answered = await send(url, { headers: given, body });
      checkRefusal(answered, 415, TRANSPORT);
      assert.equal(answered.headers['accept-post'], 'application/json');
    }
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      resultOf(await send(url, { headers: { ...headers, 'Content-Type': type }, body }));
    }
  }
});

test('part 8, M10 RFC 9110 §15.5.14: a body of more than 64 kB is 413, however it comes', async () => {
  for (const { headers, body } of ERAS) {
    const text = JSON.stringify(body);
    const sized = (bytes: number) => text + ' '.repeat(bytes - text.length);
    resultOf(await send(url, { headers, body: sized(LIMIT) }));
    for (const more of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const given = { ...headers, ...more };
      resultOf(await send(url, { headers: given, body: sized(LIMIT) }));
      const error = checkRefusal(
        await send(url, { headers: given, body: sized(LIMIT + 1) }),
        413,
        TRANSPORT,
      );
      assert.match(error.message, /65536/);
      checkRefusal(await send(url, { headers: given, body: sized(1_000_000) }), 413, TRANSPORT);
    }
  }
});

test('M10 RFC 9110 §15.5.16: a compressed body is 415', async () => {
  for (const { headers, body } of ERAS) {
    for (const coding of ['gzip', 'br', 'gzip, identity', 'nonsense']) {
      const given = { ...headers, 'Content-Encoding': coding };
      const answered = await send(url, { headers: given, body });
      checkRefusal(answered, 415, TRANSPORT);
      assert.equal(answered.headers['accept-encoding'], 'identity');
    }
    resultOf(await send(url, { headers: { ...headers, 'Content-Encoding': 'identity' }, body }));
  }
});

test('M18 RFC 9110 §15.5.6: other methods are 405 with those that there are', async () => {
  for (const method of ['PUT', 'PATCH', 'HEAD', 'PROPFIND']) {
    for (const headers of [{}, session.headers]) {
      const answered = await send(url, { method, headers });
      assert.equal(answered.headers.allow, 'GET, POST, DELETE, OPTIONS');
      if (method === 'HEAD') {
        checkAnswer(answered);
        assert.deepEqual([answered.status, answered.text], [405, '']);
      } else checkRefusal(answered, 405, TRANSPORT);
    }
  }
});

test('M26: headers that are too large are 431 with the common body, as no path is known', async () => {
  const answered = await send(url, { headers: { ...POST_HEADERS, 'X-Much': 'x'.repeat(17_000) } });
  assert.equal(answered.status, 431);
  assert.equal(ErrorBody.parse(answered.json()).status, 431);
});

test('M26: a URL that is too long is 414 with an error of JSON-RPC', async () => {
  const long = `${url}/mcp?${'x'.repeat(9000)}&`;
  for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
    checkRefusal(await send(long, { method, headers: POST_HEADERS }), 414, TRANSPORT);
  }
});

test('M26: a query string does not matter, another path is not this endpoint', async () => {
  const { headers } = session;
  const asked = await send(`${url}/mcp?x=`, { headers, body: message('ping') });
  resultOf(asked);
  for (const path of ['/mcp/', '/MCP', '/mcp/x']) {
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
  resultOf(await send(url, { headers: right, body }));
  for (const [name, value] of [
    ['Mcp-Method', undefined],
    ['Mcp-Method', ''],
    ['Mcp-Method', 'tools/list'],
    ['Mcp-Method', 'TOOLS/CALL'],
    ['Mcp-Name', undefined],
    ['Mcp-Name', ''],
    ['Mcp-Name', 'search_reviews'],
    ['Mcp-Name', '=?base64?!!?='],
    ['MCP-Protocol-Version', undefined],
    ['MCP-Protocol-Version', ''],
    ['MCP-Protocol-Version', '2025-11-25'],
    ['MCP-Protocol-Version', '2099-01-01'],
  ] as const) {
    const { [name]: _, ...others } = right;
    const headers = { ...others, ...(value !== undefined && { [name]: value }) };
    checkRefusal(await send(url, { headers, body }), 400, -32020, 1);
  }
  const encoded = `=?base64?${Buffer.from('get_business').toString('base64')}?=`;
  resultOf(await send(url, { headers: { ...right, 'Mcp-Name': encoded }, body }));
});

test('M24 2026-07-28 basic/versioning: a revision that is not served is -32022, with those that are', async () => {
  for (const version of ['2027-01-01', '2025-06-18', '2025-11-25']) {
    const _meta = { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': version };
    const headers = { ...statelessHeaders('tools/list'), 'MCP-Protocol-Version': version };
    const answered = await send(url, { headers, body: message('tools/list', { _meta }) });
    const { data } = checkRefusal(answered, 400, -32022, 1);
    assert.deepEqual(data, { supported: [STATELESS_VERSION], requested: version });
  }
  for (const missing of Object.keys(ENVELOPE).filter((name) => !name.endsWith('clientInfo'))) {
    const _meta = Object.fromEntries(Object.entries(ENVELOPE).filter(([name]) => name !== missing));
    const headers = statelessHeaders('tools/list');
    const answered = await send(url, { headers, body: message('tools/list', { _meta }) });
    checkRefusal(answered, 400, -32602, 1);
  }
});

test('M25 2026-07-28 basic/transports: a stray Mcp-Session-Id is ignored, and none is given', async () => {
  const { id } = session;
  const plain = resultOf(await askStateless(url, 'tools/list'));
  for (const given of [id, 'nonsense', '']) {
    const headers = { 'Mcp-Session-Id': given };
    const answered = await askStateless(url, 'tools/list', {}, { headers });
    assert.deepEqual(resultOf(answered), plain);
    assert.equal(answered.headers['mcp-session-id'], undefined);
  }
});
