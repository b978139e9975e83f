import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
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
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { headOf, openRaw, sendRaw } from '../support/raw-http.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const allowedOrigins = ['https://app.example'];
const { url } = await startInProcess({ after }, { release, allowedOrigins });

const GOOD_ORIGINS = [
  'http://reviews.test:8787',
  'https://app.example',
  'http://localhost:6274',
  'http://127.0.0.1',
  'http://[::1]:3000',
];
const HOSTILE_ORIGINS = [
  'https://evil.example',
  'http://app.example',
  'https://app.example:444',
  'https://app.example.evil.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://reviews.test',
  'null',
  '',
  '*',
];
const HOSTILE_HOSTS = [
  'evil.example',
  'evil.example:8787',
  'reviews.test.evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1',
];
const METHODS = ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT', 'HEAD'];

function namesIn(header: unknown): string[] {
  const parts = String(header ?? '').split(',');
  return parts.map((name) => name.trim().toLowerCase());
}

test('M19 Fetch §3.3: a preflight from an allowed page is 204 with all that it may send and read', async () => {
  for (const origin of GOOD_ORIGINS) {
    const answered = await send(url, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
    checkAnswer(answered);
    const { status, headers, text } = answered;
    assert.deepEqual([status, text], [204, '']);
    assert.equal(headers['access-control-allow-origin'], origin);
    assert.deepEqual(namesIn(headers.vary), ['origin']);
    const methods = namesIn(headers['access-control-allow-methods']);
    for (const method of ['get', 'post', 'delete']) assert.ok(methods.includes(method));
    const allowed = namesIn(headers['access-control-allow-headers']);
    for (const name of [
      'content-type',
      'accept',
      'mcp-session-id',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'last-event-id',
    ]) {
      assert.ok(allowed.includes(name), name);
    }
    assert.equal(headers['access-control-allow-credentials'], undefined);
  }
});

test('M19 Fetch §3.3.4: every answer to an allowed page may be read by it, refusals too', async () => {
  const { headers, id } = await openSession(url);
  for (const Origin of GOOD_ORIGINS) {
    const answers = [
      await send(url, {
        headers: { ...POST_HEADERS, Origin },
        body: initializeMessage('2025-06-18'),
      }),
      await send(url, { headers: { ...headers, Origin }, body: message('tools/list') }),
      await send(url, { headers: { ...headers, Origin }, body: message('nothing') }),
      await send(url, { headers: { ...headers, Origin }, body: { method: 'x' } }),
      await send(url, { headers: { ...headers, Origin }, body: '{' }),
      await send(url, { headers: { Origin }, body: '{}' }),
      await send(url, { headers: { Origin, 'Mcp-Session-Id': id }, method: 'GET' }),
      await send(url, { headers: { Origin }, method: 'DELETE' }),
      await send(url, { headers: { Origin }, method: 'PUT' }),
      await send(url, {
        headers: { ...statelessHeaders('tools/list'), Origin },
        body: statelessMessage('tools/list'),
      }),
      await send(url, {
        headers: { ...statelessHeaders('nothing'), Origin },
        body: statelessMessage('nothing'),
      }),
    ];
    for (const { status, headers: given } of answers) {
      assert.equal(given['access-control-allow-origin'], Origin, String(status));
      const exposed = namesIn(given['access-control-expose-headers']);
      for (const name of ['mcp-session-id', 'mcp-protocol-version', 'retry-after']) {
        assert.ok(exposed.includes(name), name);
      }
    }
  }
});

test('M20 2025-11-25 basic/transports: a page of another origin is 403, whatever it asks', async () => {
  for (const Origin of HOSTILE_ORIGINS) {
    for (const method of METHODS) {
      const headers = { ...POST_HEADERS, Origin };
      const answered = await send(url, { method, headers });
      assert.equal(answered.headers['access-control-allow-origin'], undefined);
      if (method === 'HEAD') assert.equal(answered.status, 403);
      else checkRefusal(answered, 403, -32000);
    }
  }
});

test('M20 2025-11-25 basic/transports: a name that was rebound to this address is 403', async () => {
  for (const Host of HOSTILE_HOSTS) {
    for (const method of METHODS) {
      const answered = await send(url, { method, headers: { ...POST_HEADERS, Host } });
      if (method === 'HEAD') assert.equal(answered.status, 403);
      else checkRefusal(answered, 403, -32000);
    }
  }
  const [unnamed] = await sendRaw(url, headOf('POST /mcp', { ...POST_HEADERS, Host: '' }));
  // RFC 9112 §3.2: that is no Host at all.
  assert.equal(unnamed?.status, 400);
  for (const Host of [
    'reviews.test',
    'Reviews.Test:1',
    'localhost:80',
    '127.0.0.1',
    '[::1]:8787',
  ]) {
    const body = initializeMessage('2025-06-18');
    resultOf(await send(url, { headers: { ...POST_HEADERS, Host }, body }), 0);
  }
});

test('M20: agents, which send no Origin, get no CORS headers', async () => {
  const answered = await send(url, { body: initializeMessage('2025-06-18') });
  resultOf(answered, 0);
  assert.equal(answered.headers['access-control-allow-origin'], undefined);
});

test('M20: with every origin allowed, every page may ask and only Host is judged', async (t) => {
  const open = await startInProcess(t, { release, allowedOrigins: ['*'] });
  const body = initializeMessage('2025-06-18');
  for (const Origin of ['https://evil.example', 'null', 'https://app.example']) {
    const answered = await send(open.url, { headers: { ...POST_HEADERS, Origin }, body });
    resultOf(answered, 0);
    assert.equal(answered.headers['access-control-allow-origin'], '*');
  }
  const headers = { ...POST_HEADERS, Origin: 'https://app.example', Host: 'evil.example' };
  checkRefusal(await send(open.url, { headers, body }), 403, -32000);
});

test('M20: who may not ask is refused before his body is read, and need not send it', async () => {
  const RpcError = z.object({ error: z.object({ code: z.literal(-32000) }) });
  for (const stranger of [{ Origin: 'https://evil.example' }, { Host: 'evil.example' }]) {
    for (const framing of [{ 'Content-Length': '10000000' }, { 'Transfer-Encoding': 'chunked' }]) {
      const connection = await openRaw(url);
      connection.socket.ref();
      const fields = { ...POST_HEADERS, ...framing, ...stranger };
      await connection.send(headOf('POST /mcp', fields));
      const { status, body } = await connection.answer();
      assert.equal(status, 403);
      RpcError.parse(JSON.parse(body.toString()));
      connection.socket.destroy();
    }
  }
});
