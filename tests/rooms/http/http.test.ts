import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { ErrorBody } from '#search/issue.ts';
import { ListenError, listen } from '../../../sidecar/http/http.ts';
import { preparePage } from '../../../sidecar/http/published-file.ts';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { startInProcess } from '../../support/in-process.ts';
import { message, openSession, POST_HEADERS } from '../../support/mcp-client.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { runService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const { release } = await makeRelease();

test('a fault of ours is answered 500 and logged with its cause', async (t) => {
  const broken = {
    ...release,
    search: () => Promise.reject(new Error('the index is gone')),
  };
  const { url, log } = await startInProcess(t, { release: broken });
  const { status, text, headers } = await ask(url, '/api/reviews/search?rating=5');
  assert.equal(status, 500);
  assert.equal(ErrorBody.parse(JSON.parse(text)).status, 500);
  assert.doesNotMatch(text, /index/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(log.length, 1);
  assert.match(JSON.stringify(log[0]), /the index is gone.*\/api\/reviews\/search\?rating=5/);
});

test('a fault of the fast path is answered and logged as well, and the process lives', async (t) => {
  const { url, log, current } = await startInProcess(t, { release });
  const files = new Map([...release.files, ['/reviews.json', JSON.parse('{"identity":{}}')]]);
  await current.swap({ ...release, files });
  for (const prefix of ['', '\r\n']) {
    const [answer] = await sendRaw(url, prefix + headOf('/reviews.json'));
    assert.equal(answer?.status, 500);
  }
  assert.equal(log.length, 2);
  assert.equal((await ask(url, '/healthz')).status, 200);
});

test('before the first release everything but health is 503 with a time to come again', async (t) => {
  const { url } = await startInProcess(t);
  for (const target of [
    '/reviews.json',
    '/',
    '/api/reviews/search',
    '/api/reviews/since/2026-01-01',
  ]) {
    const { status, headers, json } = await ask(url, target);
    assert.equal(status, 503, target);
    assert.equal(headers['retry-after'], '2');
    assert.equal(headers['cache-control'], 'no-store');
    ErrorBody.parse(json());
  }
});

/** Files and since, each in a spelling for the fast path and in one that is left to the routes. */
const DATED = [
  ['/reviews.json', '/%72eviews.json'],
  ['/api/feed.json', '/api/%66eed.json'],
  ['/feed.xml', '/%66eed.xml'],
  ['/robots.txt', '/%72obots.txt'],
  ['/_astro/page.BbVtm1.css', '/_astro/%70age.BbVtm1.css'],
  ['/api/reviews/since/2026-01-01', '/api/reviews/since/2026%2D01-01'],
] as const;

test('no answer tells a change later than its Date, also once the clock was corrected', async (t) => {
  const wrong = Date.parse('2046-11-20T08:00:00Z');
  // Before the tiny bundle was made, too.
  const corrected = Date.parse('2026-11-02T08:00:00Z');
  const ahead = await makeRelease(undefined, { now: new Date(wrong) });
  const { url } = await startInProcess(t, { release: ahead.release });
  t.mock.timers.enable({ apis: ['Date'], now: wrong });
  const statuses = new Set<number>();

  const compare = async (head: string) => {
    const connection = await openRaw(url);
    const askAt = async (now: number) => {
      t.mock.timers.setTime(now);
      await connection.send(head);
      return connection.answer({ isHead: head.includes('HEAD ') });
    };
    const before = await askAt(wrong);
    assert.ok(Date.parse(String(before.headers['last-modified'])) <= wrong);
    for (const now of [corrected, corrected + 90_000]) {
      const date = new Date(now).toUTCString();
      const { status, headers, body } = await askAt(now);
      assert.deepEqual(headers, { ...before.headers, date, 'last-modified': date }, head);
      assert.deepEqual([status, body], [before.status, before.body], head);
      statuses.add(status);
    }
    connection.socket.destroy();
  };

  for (const [plain, odd] of DATED) {
    t.mock.timers.setTime(wrong);
    const { headers } = await ask(url, plain);
    for (const conditions of [
      {},
      { 'Accept-Encoding': 'br' },
      { 'If-None-Match': String(headers.etag) },
      { 'If-Modified-Since': String(headers['last-modified']) },
      { Range: 'bytes=0-9' },
    ]) {
      for (const method of ['GET', 'HEAD']) {
        await compare(headOf(`${method} ${plain}`, conditions));
        // The same for the parser behind the fast path, and for the routes.
        await compare(`\r\n${headOf(`${method} ${plain}`, conditions)}`);
        await compare(headOf(`${method} ${odd}`, conditions));
      }
    }
  }
  assert.deepEqual([...statuses].sort(), [200, 206, 304]);
});

test('who repeats a Date that stood in for Last-Modified gets the bytes, and 304 by their tag', async (t) => {
  const now = new Date(Date.now() + 20 * 365 * 86_400_000);
  const ahead = await makeRelease(undefined, { now });
  const { url } = await startInProcess(t, { release: ahead.release });
  for (const path of ['/reviews.json', '/api/reviews/since/2026-01-01']) {
    const { headers } = await ask(url, path);
    const since = { 'If-Modified-Since': String(headers['last-modified']) };
    assert.equal((await ask(url, path, { headers: since })).status, 200);
    const both = { ...since, 'If-None-Match': String(headers.etag) };
    assert.equal((await ask(url, path, { headers: both })).status, 304);
    const part = { Range: 'bytes=0-1', 'If-Range': String(headers['last-modified']) };
    assert.equal((await ask(url, path, { headers: part })).status, 200);
  }
});

test('OPTIONS of the server as a whole is answered', async (t) => {
  const { url } = await startInProcess(t, { release });
  const [answer] = await sendRaw(url, headOf('OPTIONS *'));
  assert.equal(answer?.status, 204);
  assert.equal(answer?.headers.allow, 'GET, HEAD, OPTIONS');
});

test('a client that reads nothing for a minute loses its connection, and what waits for it', async (t) => {
  const { url, server } = await startInProcess(t, { release });
  assert.equal(server.timeout, 60_000);
  server.setTimeout(300);
  const { id } = await openSession(url);
  const connection = await openRaw(url);
  const body = JSON.stringify(message('tools/list'));
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': id, 'Content-Length': String(body.length) };
  connection.socket.pause();
  // More than the kernel takes: some answers wait in the process.
  await connection.send((headOf('POST /mcp', headers) + body).repeat(300));
  await waitUntil('the connection is dropped', async () => (await countConnections(server)) === 0);
  connection.socket.destroy();
});

/** The same request for the fast path, for the parser behind it, and for the routes. */
const HOSTED = {
  'the fast path': (fields: string) => `GET /reviews.json HTTP/1.1\r\n${fields}\r\n`,
  'the parser': (fields: string) => `\r\nGET /reviews.json HTTP/1.1\r\n${fields}\r\n`,
  'the routes': (fields: string) => `GET /api/reviews/search HTTP/1.1\r\n${fields}\r\n`,
};

for (const [way, head] of Object.entries(HOSTED)) {
  test(`a Host that is none is 400 on ${way}, and one that is one is answered`, async (t) => {
    const { url } = await startInProcess(t, { release });
    for (const [fields, status] of [
      ['Host: reviews.test\r\n', 200],
      ['Host: other.example:8787\r\n', 200],
      ['hOST:\t[::1]:8787 \r\n', 200],
      ['', 400],
      ['Host:\r\n', 400],
      ['Host: \r\n', 400],
      ['Host: a b/<>\r\n', 400],
      ['Host: user@reviews.test\r\n', 400],
      ['Host: reviews.test:x\r\n', 400],
      ['Host: reviews.test\r\nHost: reviews.test\r\n', 400],
    ] as const) {
      const [answer] = await sendRaw(url, head(fields));
      assert.equal(answer?.status, status, JSON.stringify(fields));
      if (status === 400) assert.match(JSON.stringify(answer?.body.toString()), /Host/);
    }
  });
}

test('the host of an absolute target stands for the Host field, which has to be one all the same', async (t) => {
  const { url } = await startInProcess(t, { release });
  const get = (target: string, host: string) => `GET ${target} HTTP/1.1\r\n${host}\r\n`;
  for (const [head, status] of [
    [get('http://reviews.test/reviews.json', 'Host: reviews.test\r\n'), 200],
    [get('http://reviews.test/reviews.json', 'Host: other.example\r\n'), 200],
    [get('http://reviews.test/reviews.json', ''), 400],
    [get('http://reviews.test/reviews.json', 'Host: a b\r\n'), 400],
    [get('http://user@reviews.test/reviews.json', 'Host: reviews.test\r\n'), 400],
    ['GET /reviews.json HTTP/1.0\r\n\r\n', 200],
    ['GET /reviews.json HTTP/1.0\r\nHost: reviews.test\r\n\r\n', 200],
    ['GET /reviews.json HTTP/1.0\r\nHost: a b\r\n\r\n', 400],
  ] as const) {
    const [answer] = await sendRaw(url, head);
    assert.equal(answer?.status, status, head);
  }
  // MCP is for one host only: RFC 9112 §3.2.2 has it taken from the target.
  for (const [named, field, status] of [
    ['localhost', 'evil.example', 406],
    ['evil.example', 'localhost', 403],
  ] as const) {
    const [answer] = await sendRaw(
      url,
      `POST http://${named}/mcp HTTP/1.1\r\nHost: ${field}\r\nContent-Length: 0\r\n\r\n`,
    );
    assert.equal(answer?.status, status, named);
  }
});

/** More than the kernel takes; asked for in a spelling for each way. */
const LENGTH = 3e7;
const IDENTITY = { etag: '"l"', body: [Buffer.alloc(LENGTH)] };
const LARGE = preparePage('/large', { identity: IDENTITY }, []);
const withLarge = { ...release, files: new Map([...release.files, ['/large', LARGE]]) };
const WAYS = { 'the fast path': headOf('/large'), 'the parser': `\r\n${headOf('/large')}` };

for (const [way, head] of Object.entries(WAYS)) {
  test(`who reads nothing of an answer of ${way} loses its connection`, async (t) => {
    const { url, server } = await startInProcess(t, { release: withLarge });
    server.setTimeout(200);
    server.keepAliveTimeout = 200;
    const connection = await openRaw(url);
    connection.socket.pause();
    await connection.send(head);
    await waitUntil('it is dropped', async () => (await countConnections(server)) === 0);
    connection.socket.destroy();
  });

  test(`who reads an answer of ${way} slowly gets all of it`, async (t) => {
    const timeoutMs = 200;
    const { url, server } = await startInProcess(t, { release: withLarge });
    server.setTimeout(timeoutMs);
    server.keepAliveTimeout = timeoutMs;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const begun = performance.now();
    socket.write(head);
    let received = 0;
    for await (const { length } of socket) {
      // A pause after each megabyte.
      if (Math.floor((received + length) / 1e6) > Math.floor(received / 1e6)) {
        await elapse(timeoutMs / 8);
      }
      received += length;
      if (received > LENGTH) break;
    }
    assert.ok(received > LENGTH, `${received} bytes came`);
    assert.ok(performance.now() - begun > 3 * timeoutMs, 'it took longer than silence may');
  });
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

test('an address of another machine is refused with a reason', async () => {
  await assert.rejects(listen(createServer(), 0, '192.0.2.1'), (error) => {
    assert.ok(error instanceof ListenError);
    assert.match(error.message, /^Port 0 of 192\.0\.2\.1 cannot be used: /);
    return true;
  });
});

test('a port that is taken ends the process with a clear message', async (t) => {
  const server = createServer();
  atEnd(t, () => server.close());
  const port = await listen(server, 0, '127.0.0.1');
  const { code, stderr } = await runService(t, { env: { PORT: String(port) } });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `Port ${port} of 127.0.0.1 cannot be used: another process has it; set PORT.\n`,
  );
});
