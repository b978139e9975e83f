import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { pageFor } from '../../../sidecar/render/asked-page.ts';
import { atLength } from '../../support/at-length.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { type ByteStream, byteStreams } from './arbitrary-streams.ts';

const { release } = await makeRelease();
const SECONDS = atLength(180, 30);
const PATHS = [
  ...[...release.files.keys(), '/', '/reviews/review-a/', '/reviews/', '/reviews/gone-2026/'],
  ...['/reviews/?rating=5', '/reviews/?rating=9', '/reviews/review-a.md', '/sitemap.xml'],
  ...['/reviews/gone-2026.json', '/empty.txt', '/public.txt', '/nothing', '/feeds'],
  ...['/api/reviews/since/2026-01-01', '/api/reviews/since/2026-13-01'],
  ...['/api/reviews/search?limit=1', '/api/reviews/search?rating=9'],
];
/** What may be answered to anything: no fault of ours. */
const STATUSES = new Set([
  ...[100, 200, 204, 206, 301, 304],
  ...[400, 404, 405, 408, 410, 412, 414, 416, 417, 431],
]);

/** A connection as the service has it: the methods that it read, and how many answers are due. */
type Accepted = { readonly socket: Socket; readonly methods: string[]; due: number };

const limits = { rateLimitPerMinute: 1_000_000 };
const { url, log, server, pages } = await startInProcess({ after }, { release, ...limits });
await pages.render(pageFor('/'));
/** What was accepted, by the port of the client. */
const accepted = new Map<number | undefined, Accepted>();
server.on('connection', (socket: Socket) =>
  accepted.set(socket.remotePort, { socket, methods: [], due: 0 }),
);
const note = ({ socket, method }: IncomingMessage, response: ServerResponse) => {
  const connection = accepted.get(socket.remotePort);
  if (connection?.socket !== socket) return;
  connection.methods.push(String(method));
  connection.due++;
  response.once('close', () => connection.due--);
};
server.on('request', note).on('checkExpectation', note);

/**
 * Checks the answers over a connection until it ends, and returns their number. Each piece arrives
 * by itself, once the one before is answered or is only a part; behind the last, what is still a
 * part is cut off there.
 */
async function exchange(stream: ByteStream): Promise<number> {
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
  let answers = 0;
  // One to each request that was read, in their order, and perhaps a last one to what is none.
  for (let index = 0; index <= methods.length; ) {
    const isHead = methods[index] === 'HEAD';
    if (index === methods.length && (await connection.ended()).length === 0) break;
    const { status, headers, body } = await connection.answer({ isHead });
    assert.ok(STATUSES.has(status), `${status}`);
    if (status !== 100 && status !== 204 && status !== 304) {
      assert.match(headers['content-length'] ?? '', /^\d+$/);
      if (!isHead) assert.equal(body.length, Number(headers['content-length']));
    }
    if (index === methods.length) assert.equal(headers.connection, 'close');
    answers++;
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

test('whatever is sent, each request has one whole answer', {
  timeout: (SECONDS + 120) * 1000,
}, async (t) => {
  let answered = 0;
  const many = fc.array(byteStreams(PATHS), { minLength: 1, maxLength: 32, size: 'max' });
  await fc.assert(
    fc.asyncProperty(many, async (streams) => {
      const counts = await Promise.all(streams.map(exchange));
      for (const count of counts) answered += count;
    }),
    { numRuns: atLength(Number.MAX_SAFE_INTEGER, 60), interruptAfterTimeLimit: SECONDS * 1000 },
  );
  t.diagnostic(`${answered} answers`);
});
