import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { joinPieces } from '#search/corpus/pieces.ts';
import { Clients } from '../../../sidecar/http/client.ts';
import type { FoundReply, LookupReply } from '../../../sidecar/http/http.ts';
import { datedHead, ReplyMemory } from '../../../sidecar/http/raw-http.ts';
import { parseSimpleHead } from '../../../sidecar/http/request.ts';
import { startInProcess } from '../../support/in-process.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { retainedMemory } from '../../support/measure.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

// That both ways give the same answers: raw-http-fuzz.test.ts.
const made = await makeRelease();
const GET = headOf('/reviews.json');
/** The same request, in a spelling that only the parser reads. */
const GET_PARSED = `\r\n${GET}`;

const start = (test: Lifetime, { release } = made) => startInProcess(test, { release });

function bodyOf({ release }: typeof made): Buffer {
  const file = release.files.get('/reviews.json');
  assert.ok(file);
  return joinPieces(file.identity.body);
}

test('requests one after another share a connection, whoever answers them', async (t) => {
  const { url } = await start(t);
  const connection = await openRaw(url);
  const search = headOf('/api/reviews/search');
  for (const head of [GET, headOf('HEAD /feed.xml'), GET, search, GET, GET_PARSED, GET]) {
    await connection.send(head);
    const answer = await connection.answer({ isHead: head.startsWith('HEAD') });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.connection, 'keep-alive');
    assert.equal(answer.headers['keep-alive'], 'timeout=65');
  }
});

test('a request is looked up once, also where it is handed over', async (t) => {
  const { url, pages } = await start(t);
  const lookups = t.mock.method(pages, 'get');
  await sendRaw(url, headOf('/api/reviews/search'));
  assert.equal(lookups.mock.callCount(), 1);
  await sendRaw(url, `\r\n${headOf('/api/reviews/search')}`);
  assert.equal(lookups.mock.callCount(), 2);
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

test('a client that never reads costs no more than what is in flight to it', async (t) => {
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
  const { url, closeIdle, server } = await start(t);
  const idle = await openRaw(url);
  await idle.send(GET);
  await idle.answer();
  const accepted = once(server, 'connection');
  const handedOver = await openRaw(url);
  const [socket] = await accepted;
  await Promise.all([once(socket, 'data'), handedOver.send(GET_PARSED.slice(0, 20))]);
  closeIdle();
  assert.equal((await idle.ended()).length, 0);
  await handedOver.send(GET_PARSED.slice(20));
  assert.equal((await handedOver.answer()).status, 200);
});

test('all connections are dropped on demand, whatever their clients do', async (t) => {
  const { url, closeAll, server } = await start(t);
  const accepted = once(server, 'connection');
  const connection = await openRaw(url);
  connection.socket.pause();
  const [socket] = await accepted;
  closeAll();
  assert.ok(socket.destroyed);
});

const EMPTY = { status: 200, headers: [], body: [] };
const REPLY: FoundReply = { reply: EMPTY, isHeldAnyway: true };
const CLIENTS = new Clients({ trustProxy: 1, log: pino({ level: 'silent' }) });

/** A memory in front of a lookup that counts how often it is asked. */
function countingMemory(lookup: LookupReply = () => REPLY) {
  let asked = 0;
  const lookupReply: LookupReply = (...request) => {
    asked += 1;
    return lookup(...request);
  };
  const memory = new ReplyMemory({ lookupReply, headers: [], clients: CLIENTS }, 65);
  const replyTo = (head: string, release: object = made) => {
    const request = parseSimpleHead(head);
    return request && memory.replyTo(release, request);
  };
  return { replyTo, asked: () => asked };
}

test('a head that was answered is answered again without a lookup', () => {
  const { replyTo, asked } = countingMemory();
  const first = replyTo(headOf('/a', { Range: 'bytes=0-1', 'X-Trace': '1' }));
  // Heads may differ in what does not matter.
  assert.equal(replyTo(headOf('/a', { 'x-trace': '2', RANGE: ' bytes=0-1 ' })), first);
  assert.equal(asked(), 1);
});

test('requests that differ in what an answer depends on are looked up each', () => {
  const { replyTo, asked } = countingMemory();
  const heads = ['/a', '/b', 'HEAD /a'].map((target) => headOf(target));
  heads.push(headOf('/a', { Range: 'bytes=0-1' }), headOf('/a', { Range: 'bytes=0-2' }));
  for (const head of [...heads, ...heads]) assert.ok(replyTo(head));
  assert.equal(asked(), heads.length);
});

test('each release is looked up, and what is not found is not remembered', () => {
  const all = countingMemory();
  for (const release of [made, {}, made]) all.replyTo(GET, release);
  assert.equal(all.asked(), 3);
  const none = countingMemory(() => undefined);
  for (let count = 1; count <= 2; count++) assert.equal(none.replyTo(GET), undefined);
  assert.equal(none.asked(), 2);
});

test('a reply that would take memory of its own is not remembered', () => {
  const { replyTo, asked } = countingMemory(() => ({ ...REPLY, isHeldAnyway: false }));
  for (let count = 1; count <= 2; count++) assert.ok(replyTo(GET));
  assert.equal(asked(), 2);
});

test('1,024 replies are remembered at most', () => {
  const { replyTo, asked } = countingMemory();
  for (let index = 0; index < 1024; index++) replyTo(headOf(`/${index}`));
  replyTo(headOf('/0'));
  assert.equal(asked(), 1024 + 1, 'the memory was full and began again');
  replyTo(headOf('/0'));
  assert.equal(asked(), 1024 + 1);
});

test('a head of more than 2 kB is left to the parser', async (t) => {
  const { url, server } = await start(t);
  let parsed = 0;
  server.on('request', () => parsed++);
  const headWith = (long: string) => headOf('/reviews.json', { 'X-Long': long });
  const fits = headWith('x'.repeat(2048 - headWith('').length));
  await sendRaw(url, fits);
  assert.equal(parsed, 0);
  await sendRaw(url, fits.replace('X-Long: ', 'X-Long: x'));
  assert.equal(parsed, 1);
});

test('a remembered reply tells a Last-Modified that is later than Date as that Date', () => {
  const changed = Date.parse('2046-11-20T08:00:00Z');
  const [later, earlier] = ['Tue, 20 Nov 2046 08:00:00 GMT', 'Fri, 20 Nov 2026 08:00:00 GMT'];
  const headers = ['ETag', '"a"', 'Last-Modified', later, 'Vary', 'x'];
  const body = [Buffer.from('a')];
  const { replyTo } = countingMemory(() => ({
    ...REPLY,
    reply: { ...EMPTY, headers, lastModified: changed, body },
  }));
  const reply = replyTo(GET);
  assert.ok(reply);
  const headWith = (lastModified: string, date: string) =>
    [
      'HTTP/1.1 200 OK',
      'ETag: "a"',
      `Last-Modified: ${lastModified}`,
      'Vary: x',
      'Connection: keep-alive',
      'Keep-Alive: timeout=65',
      `Date: ${date}`,
      '\r\n',
    ].join('\r\n');
  assert.equal(datedHead(reply, changed), headWith(later, later));
  // The clock is corrected, and years go by.
  assert.equal(datedHead(reply, Date.parse(earlier) + 999), headWith(earlier, earlier));
  const last = 'Tue, 20 Nov 2046 07:59:59 GMT';
  assert.equal(datedHead(reply, changed - 1), headWith(last, last));
  assert.equal(datedHead(reply, changed), headWith(later, later));
  const none = countingMemory().replyTo(GET);
  assert.ok(none);
  assert.doesNotMatch(datedHead(none, 0), /Last-Modified/);
});
