import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { joinPieces } from '#search/corpus/pieces.ts';
import { Clients } from '../../../sidecar/http/client.ts';
import type { FoundReply } from '../../../sidecar/http/http.ts';
import { ReplyMemory } from '../../../sidecar/http/raw-http.ts';
import { parseSimpleHead } from '../../../sidecar/http/request.ts';
import { startInProcess } from '../../support/in-process.ts';
import { retainedMemory } from '../../support/measure.ts';
import { headOf, openBoth, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

// That both ways give the same answers: raw-http-fuzz.test.ts.
const { release } = await makeRelease();
const GET = headOf('/reviews.json');
/** The same request, in a spelling that only the parser reads. */
const GET_PARSED = `\r\n${GET}`;
const SEARCH = headOf('/api/reviews/search');

test('a request is looked up once, also where it is handed over', async (t) => {
  const { url, pages } = await startInProcess(t, { release });
  const lookups = t.mock.method(pages, 'get');
  for (const [index, head] of [SEARCH, `\r\n${SEARCH}`].entries()) {
    await sendRaw(url, head);
    assert.equal(lookups.mock.callCount(), index + 1);
  }
});

test('a client that has said all it wants is answered, and its connection ended', async (t) => {
  const { url } = await startInProcess(t, { release });
  const body = release.files.get('/reviews.json')?.identity.body ?? [];
  for (const sent of [GET, GET_PARSED, '']) {
    const connection = await openRaw(url);
    connection.socket.end(sent);
    if (sent !== '') assert.deepEqual((await connection.answer()).body, joinPieces(body));
    assert.equal((await connection.ended()).length, 0);
  }
});

test('a file that gets compressed variants has them at once on connections that asked for it before', async (t) => {
  const made = await makeRelease();
  const whole = made.release.files.get('/reviews.json') ?? assert.fail();
  made.release.replaceFile({ ...whole, coded: new Map() });
  const { url } = await startInProcess(t, made);
  const connection = await openRaw(url);
  const ask = async () => {
    await connection.send(headOf('/reviews.json', { 'Accept-Encoding': 'br' }));
    return (await connection.answer()).headers['content-encoding'];
  };
  assert.deepEqual([await ask(), await ask()], [undefined, undefined]);
  made.release.replaceFile(whole);
  assert.equal(await ask(), 'br');
});

test('an idle connection is dropped after the time that is promised', async (t) => {
  const { url, server } = await startInProcess(t, { release });
  server.keepAliveTimeout = 20;
  const connection = await openRaw(url);
  await connection.send(GET);
  assert.equal((await connection.answer()).status, 200);
  await connection.ended();
});

test('a client that never reads costs no more than what is in flight to it', async (t) => {
  const big = sampleReview('big-a', '2026-11-01', {}, 'Long. '.repeat(10_000));
  const made = await makeRelease({ ...SAMPLE_CONTENT, ...big });
  const { url, server } = await startInProcess(t, made);
  const { connection, accepted } = await openBoth(url, server);
  connection.socket.pause();
  let sent = 0;
  while (!accepted.isPaused()) {
    // Each request arrives as a chunk of its own.
    const arrived = once(accepted, 'data');
    await connection.send(GET);
    await arrived;
    sent += 1;
    assert.ok(sent < 500, 'at last nothing more is read from it');
  }
  await connection.send(GET.repeat(500));
  assert.ok(accepted.writableLength < 1_000_000, `${accepted.writableLength} bytes wait`);
  // Once it reads, it gets everything.
  connection.socket.resume();
  for (let index = 0; index < sent + 500; index++) await connection.answer();
  connection.socket.destroy();
});

test('an idle connection does not hold the release that answered it last', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const idle = await openRaw(url);
  const swapIn = async () => {
    const next = await makeRelease();
    current.swap(next.release);
    return new WeakRef(next.release);
  };
  const replaced = await swapIn();
  await idle.send(headOf('/empty.txt'));
  assert.equal((await idle.answer()).status, 200);
  current.swap(release);
  await sendRaw(url, GET);
  await setImmediate();
  await retainedMemory();
  assert.equal(replaced.deref(), undefined);
  await idle.send(headOf('/empty.txt'));
  assert.equal((await idle.answer()).status, 200);
});

test('on demand idle connections are closed, or all, whatever their clients do', async (t) => {
  const { url, closeIdle, closeAll, server } = await startInProcess(t, { release });
  const idle = await openRaw(url);
  await idle.send(GET);
  await idle.answer();
  const handedOver = await openBoth(url, server);
  const [head, rest] = [GET_PARSED.slice(0, 20), GET_PARSED.slice(20)];
  await Promise.all([once(handedOver.accepted, 'data'), handedOver.connection.send(head)]);
  closeIdle();
  assert.equal((await idle.ended()).length, 0);
  await handedOver.connection.send(rest);
  assert.equal((await handedOver.connection.answer()).status, 200);
  const { connection, accepted } = await openBoth(url, server);
  connection.socket.pause();
  closeAll();
  assert.ok(accepted.destroyed);
  assert.ok(handedOver.accepted.destroyed);
});

const EMPTY = { status: 200, headers: [], body: [] };
const REPLY: FoundReply = { reply: EMPTY, isHeldAnyway: true };
const CLIENTS = new Clients({ trustProxy: 1, log: pino({ level: 'silent' }) });

/** A memory in front of a lookup that counts how often it is asked. */
function countingMemory(found: FoundReply | undefined) {
  let asked = 0;
  const lookupReply = () => {
    asked += 1;
    return found;
  };
  const memory = new ReplyMemory({ lookupReply, headers: [], clients: CLIENTS }, 65);
  const replyTo = (head: string, served: object = release) => {
    const request = parseSimpleHead(head);
    return request && memory.replyTo(served, request);
  };
  return { replyTo, asked: () => asked };
}

test('a head is looked up once a release, where it differs in nothing that an answer depends on', () => {
  const { replyTo, asked } = countingMemory(REPLY);
  const first = replyTo(headOf('/a', { Range: 'bytes=0-1', 'X-Trace': '1' }));
  assert.equal(replyTo(headOf('/a', { 'x-trace': '2', RANGE: ' bytes=0-1 ' })), first);
  const heads = ['/a', '/b', 'HEAD /a'].map((target) => headOf(target));
  heads.push(headOf('/a', { Range: 'bytes=0-2' }));
  for (const head of [...heads, ...heads]) assert.ok(replyTo(head));
  assert.equal(asked(), 1 + heads.length);
  replyTo(GET, {});
  assert.equal(asked(), 2 + heads.length);
});

test('what is not found is not remembered, nor what would take memory of its own', () => {
  for (const found of [undefined, { ...REPLY, isHeldAnyway: false }]) {
    const { replyTo, asked } = countingMemory(found);
    for (let count = 1; count <= 2; count++) assert.equal(replyTo(GET)?.body, found?.reply.body);
    assert.equal(asked(), 2);
  }
});

test('1,024 replies are remembered at most', () => {
  const { replyTo, asked } = countingMemory(REPLY);
  for (let index = 0; index < 1024; index++) replyTo(headOf(`/${index}`));
  replyTo(headOf('/0'));
  assert.equal(asked(), 1024 + 1, 'the memory was full and began again');
  replyTo(headOf('/0'));
  assert.equal(asked(), 1024 + 1);
});

test('a head of more than 2 kB is left to the parser', async (t) => {
  const { url, server } = await startInProcess(t, { release });
  let parsed = 0;
  server.on('request', () => parsed++);
  const headWith = (long: string) => headOf('/reviews.json', { 'X-Long': long });
  const fits = 2048 - headWith('').length;
  for (const more of [0, 1]) {
    await sendRaw(url, headWith('x'.repeat(fits + more)));
    assert.equal(parsed, more);
  }
});
