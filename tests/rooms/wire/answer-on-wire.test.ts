import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { joinPieces } from '#search/pieces.ts';
import type { PublishedFile } from '../../../sidecar/http/published-file.ts';
import { type InProcess, startInProcess } from '../../support/in-process.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { type Answer, headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { type MadeRelease, makeRelease } from '../../support/release.ts';
import { retainedMemory } from '../../support/retained-memory.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const made = await makeRelease();
const GET = headOf('/reviews.json');
/** The same request, in a spelling that only the parser reads. */
const GET_PARSED = `\r\n${GET}`;
const HEAD = headOf('HEAD /reviews.json');

function start(test: Lifetime, { release } = made): Promise<InProcess> {
  return startInProcess(test, { release });
}

function fileOf({ release }: MadeRelease, path = '/reviews.json'): PublishedFile {
  const file = release.files.get(path);
  assert.ok(file);
  return file;
}

function bodyOf(release: MadeRelease, path?: string): Buffer {
  return joinPieces(fileOf(release, path).identity.body);
}

/** Header names in lower case with their values, without the date. */
function fieldsOf({ headers: { date, ...rest } }: Answer): Readonly<Record<string, string>> {
  assert.ok(date);
  return rest;
}

test('the fast path and the parser give the same answers', async (t) => {
  const { url } = await start(t);
  const { etag } = fileOf(made).identity;
  for (const headers of [
    {},
    { 'If-None-Match': etag },
    { 'If-Modified-Since': 'Sat, 21 Nov 2026 00:00:00 GMT' },
    { Range: 'bytes=0-9' },
    { Range: 'bytes=999999-' },
    { 'If-Match': '"x"' },
    { 'Accept-Encoding': 'gzip' },
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const isHead = method === 'HEAD';
      const head = headOf(`${method} /reviews.json`, headers);
      const [fast] = await sendRaw(url, head, { isHead });
      const [parsed] = await sendRaw(url, `\r\n${head}`, { isHead });
      assert.ok(fast && parsed);
      assert.equal(fast.status, parsed.status, JSON.stringify(headers));
      assert.deepEqual(fieldsOf(fast), fieldsOf(parsed));
      assert.deepEqual(fast.body, parsed.body);
    }
  }
});

test('a request is answered wherever it is split', async (t) => {
  const { url } = await start(t);
  const body = bodyOf(made);
  for (let at = 1; at < GET.length; at++) {
    const connection = await openRaw(url);
    await connection.send(GET.slice(0, at));
    await connection.send(GET.slice(at));
    const answer = await connection.answer();
    assert.deepEqual(answer.body, body, `split at ${at}`);
    connection.socket.destroy();
  }
});

test('a request is answered when it arrives byte by byte', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  for (const byte of GET) await connection.send(byte);
  assert.equal((await connection.answer()).status, 200);
});

test('pipelined requests are answered in their order', async (t) => {
  const { url } = await start(t);
  const targets = ['/reviews.json', '/api/reviews/search?limit=1', '/feed.xml', '/nothing', '/'];
  const requests = Array.from({ length: 20 }, () => targets).flat();
  const sent = requests.map((target) => headOf(target)).join('');
  const answers = await sendRaw(url, sent, { answers: requests.length });
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    statuses,
    requests.map((target) => (target === '/nothing' ? 404 : 200)),
  );
  assert.deepEqual(answers[2]?.body, bodyOf(made, '/feed.xml'));
});

test('requests one after another share a connection, plain ones and others', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  for (const head of [GET, HEAD, GET, headOf('/api/reviews/search'), GET, HEAD, GET_PARSED, GET]) {
    await connection.send(head);
    const answer = await connection.answer({ isHead: head === HEAD });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.connection, 'keep-alive');
    assert.equal(answer.headers['keep-alive'], 'timeout=65');
  }
});

test('a request whose first bytes come with the one before is answered', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  await connection.send(GET + GET.slice(0, 10));
  assert.equal((await connection.answer()).status, 200);
  await connection.send(GET.slice(10) + GET);
  assert.equal((await connection.answer()).status, 200);
  assert.equal((await connection.answer()).status, 200);
});

test('a body is read past, and the request behind it answered', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  const withBody = headOf('/feed.xml', { 'Content-Length': '5' });
  await connection.send(GET);
  assert.equal((await connection.answer()).status, 200);
  await connection.send(`${withBody}GET /`);
  assert.deepEqual((await connection.answer()).body, bodyOf(made, '/feed.xml'));
  await connection.send(GET);
  assert.deepEqual((await connection.answer()).body, bodyOf(made));
});

test('an upgrade is declined by answering the request', async (t) => {
  const { url } = await start(t);
  const upgrades = { Connection: 'Upgrade, HTTP2-Settings', 'HTTP2-Settings': 'AAMAAABkAAQ' };
  for (const Upgrade of ['websocket', 'h2c']) {
    const [answer] = await sendRaw(url, headOf('/reviews.json', { ...upgrades, Upgrade }));
    assert.equal(answer?.status, 200);
  }
});

test('a connection that is to be closed is closed behind the answer', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  await connection.send(headOf('/reviews.json', { Connection: 'close' }));
  const answer = await connection.answer();
  assert.equal(answer.headers.connection, 'close');
  assert.equal((await connection.ended()).length, 0);
});

test('HTTP/1.0 is answered and its connection closed', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  await connection.send('GET /reviews.json HTTP/1.0\r\n\r\n');
  assert.equal((await connection.answer()).status, 200);
  await connection.ended();
});

test('a client that has said all it wants is answered', async (t) => {
  const { url } = await start(t);
  for (const sent of [GET, GET_PARSED]) {
    const connection = await openRaw(url);
    connection.socket.end(sent);
    assert.deepEqual((await connection.answer()).body, bodyOf(made));
    assert.equal((await connection.ended()).length, 0);
  }
});

test('a connection that says nothing and ends is ended', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  connection.socket.end();
  assert.equal((await connection.ended()).length, 0);
});

test('an idle connection is dropped after the time that is promised', async (t) => {
  const { url, server } = await start(t);
  server.keepAliveTimeout = 20;
  const connection = await openRaw(url);
  await connection.send(GET);
  assert.equal((await connection.answer()).status, 200);
  await connection.ended();
});

test('requests of one connection see the release of their time', async (t) => {
  const { url, current } = await start(t);
  const later = await makeRelease({
    ...SAMPLE_CONTENT,
    ...sampleReview('review-z', '2026-11-01'),
  });
  const connection = await openRaw(url);
  const ask = async () => {
    await connection.send(GET);
    return (await connection.answer()).body;
  };
  assert.deepEqual(await ask(), bodyOf(made));
  assert.deepEqual(await ask(), bodyOf(made));
  await current.swap(later.release);
  assert.deepEqual(await ask(), bodyOf(later));
  await current.swap(made.release);
  assert.deepEqual(await ask(), bodyOf(made));
});

test('before the first release, requests are asked to come again', async (t) => {
  const { url } = await startInProcess(t);
  const [answer] = await sendRaw(url, GET);
  assert.equal(answer?.status, 503);
  assert.equal(answer?.headers['retry-after'], '2');
});

test('a client that never reads costs no more than what is under way to it', async (t) => {
  const big = ['a', 'b', 'c', 'd'].flatMap((id) =>
    Object.entries(sampleReview(`big-${id}`, '2026-11-01', {}, 'Long. '.repeat(10_000))),
  );
  const made = await makeRelease({ ...SAMPLE_CONTENT, ...Object.fromEntries(big) });
  const { url, server } = await start(t, made);
  const accepted = once(server, 'connection');
  const connection = await openRaw(url);
  connection.socket.pause();
  const [socket] = await accepted;
  let sent = 0;
  while (!socket.isPaused()) {
    // Each request arrives as a chunk of its own.
    const arrived = once(socket, 'data');
    await connection.send(GET);
    await arrived;
    sent += 1;
    assert.ok(sent < 500, 'at last nothing more is read from it');
  }
  await connection.send(GET.repeat(500));
  // A megabyte is two answers and what the socket takes before it says no.
  assert.ok(socket.writableLength < 1_000_000, `${socket.writableLength} bytes wait`);
  // Once it reads, it gets everything.
  connection.socket.resume();
  for (let index = 0; index < sent + 500; index++) await connection.answer();
  connection.socket.destroy();
});

test('10,000 different heads take a bounded memory', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  const before = retainedMemory();
  for (let index = 0; index < 10_000; index++) {
    await connection.send(headOf('HEAD /', { 'X-Any': `${index}${'x'.repeat(1800)}` }));
    await connection.answer({ isHead: true });
  }
  // All of them would be 40 MB and more, the 1,024 that are remembered a tenth of that.
  assert.ok(retainedMemory() - before < 10_000_000);
});

test('an idle connection does not hold the release that answered it last', async (t) => {
  const { url, current } = await start(t);
  const idle = await openRaw(url);
  const swapIn = async () => {
    const { release } = await makeRelease();
    await current.swap(release);
    return new WeakRef(release);
  };
  const replaced = await swapIn();
  await idle.send(headOf('/empty.txt'));
  assert.equal((await idle.answer()).status, 200);
  await current.swap(made.release);
  await sendRaw(url, GET);
  await setImmediate();
  retainedMemory();
  assert.equal(replaced.deref(), undefined);
  await idle.send(headOf('/empty.txt'));
  assert.equal((await idle.answer()).status, 200);
});

test('idle connections are closed on demand, and others are not', async (t) => {
  const { url, wire, server } = await start(t);
  const idle = await openRaw(url);
  await idle.send(GET);
  await idle.answer();
  const accepted = once(server, 'connection');
  const handedOver = await openRaw(url);
  const [socket] = await accepted;
  await Promise.all([once(socket, 'data'), handedOver.send(GET_PARSED.slice(0, 20))]);
  wire.closeIdle();
  assert.equal((await idle.ended()).length, 0);
  await handedOver.send(GET_PARSED.slice(20));
  assert.equal((await handedOver.answer()).status, 200);
});

test('all connections are dropped on demand, whatever their clients do', async (t) => {
  const { url, wire, server } = await start(t);
  const accepted = once(server, 'connection');
  const connection = await openRaw(url);
  connection.socket.pause();
  const [socket] = await accepted;
  wire.closeAll();
  assert.ok(socket.destroyed);
});

test('a client that resets its connection disturbs nobody', async (t) => {
  const { url } = await start(t);
  for (let index = 0; index < 20; index++) {
    const connection = await openRaw(url);
    await connection.send(GET);
    connection.socket.resetAndDestroy();
  }
  const [answer] = await sendRaw(url, GET);
  assert.equal(answer?.status, 200);
});
