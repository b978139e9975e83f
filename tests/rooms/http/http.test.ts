import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { test } from 'node:test';
import { ErrorBody } from '#search/request/issue.ts';
import { listen } from '../../../sidecar/http/http.ts';
import { preparePage } from '../../../sidecar/http/published-file.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { atEnd } from '../../support/lifetime.ts';
import { message, POST_HEADERS } from '../../support/mcp-client.ts';
import { countConnections, headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { runService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { openSession } from '../mcp/open-session.ts';

const { release } = await makeRelease();

test('a fault of ours is answered 500 and logged with its cause, on every way', async (t) => {
  const files = new Map([...release.files, ['/reviews.json', JSON.parse('{"identity":{}}')]]);
  const search = () => Promise.reject(new Error('the index is gone'));
  const { url, log } = await startInProcess(t, { release: { ...release, files, search } });
  const { status, text, headers } = await ask(url, '/api/reviews/search?rating=5');
  assert.equal(status, 500);
  assert.equal(ErrorBody.parse(JSON.parse(text)).status, 500);
  assert.doesNotMatch(text, /index/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(JSON.stringify(log), /the index is gone.*\/api\/reviews\/search\?rating=5/);
  for (const prefix of ['', '\r\n']) {
    const [answer] = await sendRaw(url, prefix + headOf('/reviews.json'));
    assert.equal(answer?.status, 500);
  }
  assert.equal(log.length, 3);
  assert.equal((await ask(url, '/healthz')).status, 200);
});

/** For the fast path, for the parser behind it, and for the routes. */
const DATED = [
  headOf('/_astro/page.BbVtm1.css', { Range: 'bytes=0-9' }),
  headOf('/api/reviews/since/2026-01-01'),
  `\r\n${headOf('/reviews.json')}`,
  headOf('/%72eviews.json'),
];

test('no answer states a change later than its Date, also once the clock was corrected', async (t) => {
  const wrong = Date.parse('2046-11-20T08:00:00Z');
  // Before the tiny bundle was made, too.
  const corrected = Date.parse('2026-11-02T08:00:00Z');
  const { release: ahead } = await makeRelease(undefined, { now: new Date(wrong) });
  const { url } = await startInProcess(t, { release: ahead });
  t.mock.timers.enable({ apis: ['Date'], now: wrong });
  for (const head of DATED) {
    const connection = await openRaw(url);
    const askAt = async (now: number) => {
      t.mock.timers.setTime(now);
      await connection.send(head);
      return connection.answer();
    };
    const before = await askAt(wrong);
    assert.ok(Date.parse(String(before.headers['last-modified'])) <= wrong);
    const date = new Date(corrected).toUTCString();
    const { status, headers, body } = await askAt(corrected);
    assert.deepEqual(headers, { ...before.headers, date, 'last-modified': date }, head);
    assert.deepEqual([status, body], [before.status, before.body], head);
    connection.socket.destroy();
  }
});

/** More than the kernel takes; asked for on the fast path and of the parser. */
const IDENTITY = { etag: '"l"', body: [Buffer.alloc(3e7)] };
const LARGE = preparePage('/large', { identity: IDENTITY }, []);
const withLarge = { ...release, files: new Map([...release.files, ['/large', LARGE]]) };
const WAYS = [headOf('/large'), `\r\n${headOf('/large')}`];

const waitForNoConnection = (server: Server) =>
  waitUntil('its connection is dropped', async () => (await countConnections(server)) === 0);

test('a client that reads nothing for a minute loses its connection, and what waits for it', async (t) => {
  const { url, server } = await startInProcess(t, { release: withLarge });
  assert.equal(server.timeout, 60_000);
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [30_000, 30_000]);
  const { id } = await openSession(url);
  const body = JSON.stringify(message('tools/list'));
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': id, 'Content-Length': String(body.length) };
  // More than the kernel takes: some answers wait in the process.
  const posts = (headOf('POST /mcp', headers) + body).repeat(2000);
  server.setTimeout(300);
  server.keepAliveTimeout = 300;
  for (const sent of [...WAYS, posts]) {
    const connection = await openRaw(url);
    connection.socket.pause();
    await connection.send(sent);
    await waitForNoConnection(server);
    connection.socket.destroy();
  }
});

test('an address that cannot be listened on is refused with a reason, and ends the process', async (t) => {
  const server = createServer();
  atEnd(t, () => server.close());
  const port = await listen(server, 0, '127.0.0.1');
  const { code, stderr } = await runService(t, { env: { PORT: String(port) } });
  assert.equal(code, 1);
  const message = `Port ${port} of 127.0.0.1 cannot be used: another process has it; set PORT.\n`;
  assert.equal(stderr, message);
});
