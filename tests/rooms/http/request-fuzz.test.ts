import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { LookupReply } from '../../../sidecar/http/http.ts';
import { pageFor } from '../../../sidecar/render/asked-page.ts';
import { atLength } from '../../support/at-length.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { type ByteStream, byteStreams } from './arbitrary-streams.ts';

const { release } = await makeRelease();
const SECONDS = atLength(180, 60);
const files = [...release.files.values()];
const KNOWN = {
  etags: files.flatMap(({ identity, coded }) => [identity, ...coded.values()].map((v) => v.etag)),
  paths: [
    ...[...release.files.keys(), '/', '/reviews/review-a/', '/reviews/', '/reviews/gone-2026/'],
    ...['/reviews/?rating=5', '/reviews/?rating=9', '/reviews/review-a.md', '/sitemap.xml'],
    ...['/reviews/gone-2026.json', '/empty.txt', '/public.txt', '/nothing', '/feeds'],
    ...['/api/reviews/since/2026-01-01', '/api/reviews/since/2026-13-01'],
    ...['/api/reviews/search?limit=1', '/api/reviews/search?rating=9'],
  ],
};
/** What may be answered to anything: no fault of ours. */
const STATUSES = new Set([
  ...[100, 200, 204, 206, 301, 302, 304],
  ...[400, 404, 405, 408, 410, 412, 414, 416, 417, 431],
]);

/** A connection as the service has it: the methods that it read, and how many answers are due. */
type Accepted = { readonly socket: Socket; readonly methods: string[]; due: number };

/** A service with what it has accepted, by the port of the client. */
async function start(lookupReply: (lookup: LookupReply) => LookupReply) {
  const limits = { rateLimitPerMinute: 1_000_000, hsts: 'max-age=60' };
  const service = await startInProcess({ after }, { release, lookupReply, ...limits });
  await service.pages.render(pageFor('/'));
  const accepted = new Map<number | undefined, Accepted>();
  service.server.on('connection', (socket: Socket) =>
    accepted.set(socket.remotePort, { socket, methods: [], due: 0 }),
  );
  const note = ({ socket, method }: IncomingMessage, response: ServerResponse) => {
    const connection = accepted.get(socket.remotePort);
    if (connection?.socket !== socket) return;
    connection.methods.push(String(method));
    connection.due++;
    response.once('close', () => connection.due--);
  };
  service.server.on('request', note).on('checkExpectation', note);
  return { ...service, accepted };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Two services of one release: in one of them Express answers everything. */
let found = 0;
const usual = await start((lookup) => (target, request) => {
  const reply = lookup(target, request);
  if (reply) found++;
  return reply;
});
const express = await start(() => () => undefined);

/** A head without the moment it was sent and who was counted before, its fields in order. */
function comparable(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const fields = names.map((name, index) => `${name}: ${rawHeaders[2 * index + 1]}`);
  const kept = fields.filter((field) => !field.startsWith('Date: '));
  return kept.map((field) => field.replace(/^(RateLimit: .*); r=\d+; t=\d+$/, '$1')).sort();
}

/**
 * The answers over a connection until it ends. Each piece arrives by itself, once the one before is
 * answered or is only a part; behind the last, what is still a part is cut off there.
 */
async function exchange({ url, accepted, log }: Started, stream: ByteStream) {
  const connection = await openRaw(url);
  const { socket } = connection;
  const { localPort } = socket;
  let sent = 0;
  const isSettled = () => {
    if (socket.readableEnded || socket.closed) return true;
    const end = accepted.get(localPort);
    return end && end.socket.bytesRead >= sent && end.due === 0;
  };
  for (const piece of [...stream, headOf('/public.txt', { Connection: 'close' })]) {
    // A server that has hung up takes nothing more.
    await Promise.race([connection.send(piece), connection.ended()]);
    sent += piece.length;
    do await setImmediate();
    while (!isSettled());
  }
  socket.end();
  await connection.ended();
  const methods = accepted.get(localPort)?.methods ?? assert.fail();
  const answers: unknown[] = [];
  // One to each request that was read, in their order, and perhaps a last one to what is none.
  for (let index = 0; index <= methods.length; ) {
    const isHead = methods[index] === 'HEAD';
    if (index === methods.length && (await connection.ended()).length === 0) break;
    const { status, rawHeaders, headers, body } = await connection.answer({ isHead });
    assert.ok(STATUSES.has(status), `${status}`);
    if (status !== 100 && status !== 204 && status !== 304) {
      assert.match(headers['content-length'] ?? '', /^\d+$/);
      if (!isHead) assert.equal(body.length, Number(headers['content-length']));
    }
    if (index === methods.length) assert.equal(headers.connection, 'close');
    answers.push([status, comparable(rawHeaders), body.toString('latin1')]);
    // What is read behind a last answer has none.
    if (headers.connection === 'close') break;
    if (status !== 100) index++;
  }
  assert.equal((await connection.ended()).length, 0, 'nothing stands behind the last answer');
  // A warning of forwarded headers, and no fault.
  assert.ok(
    log.every(({ level }) => level === 40),
    JSON.stringify(log),
  );
  socket.destroy();
  accepted.delete(localPort);
  return answers;
}

test('whatever is sent, each request has one whole answer, the same by a lookup and by Express', {
  timeout: (SECONDS + 120) * 1000,
}, async (t) => {
  let [streams, answered] = [0, 0];
  const compare = async (stream: ByteStream) => {
    const [one, two] = await Promise.all([exchange(usual, stream), exchange(express, stream)]);
    assert.deepEqual(one, two);
    streams++;
    answered += one.length;
  };
  const many = fc.array(byteStreams(KNOWN), { minLength: 1, maxLength: 32, size: 'max' });
  await fc.assert(
    fc.asyncProperty(many, async (some) => {
      await Promise.all(some.map(compare));
    }),
    { numRuns: atLength(Number.MAX_SAFE_INTEGER, 20), interruptAfterTimeLimit: SECONDS * 1000 },
  );
  t.diagnostic(`${streams} connections, ${found} of ${answered} answers by a lookup`);
  assert.ok(found > answered / 50, 'lookups have answered');
});
