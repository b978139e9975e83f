import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { askPage } from '../../../sidecar/render/asked-page.ts';
import { atLength } from '../../support/at-length.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { type ByteStream, byteStreams } from './arbitrary-streams.ts';

const { release } = await makeRelease();
/** What is served in its place between two requests. */
const { release: other } = await makeRelease({
  ...SAMPLE_CONTENT,
  ...sampleReview('review-z', '2026-11-01'),
});
const SECONDS = atLength(180, 2);

const FILES = {
  paths: [...release.files.keys()],
  etags: [release, other].flatMap(({ files }) => [...files.values()].flatMap(({ etags }) => etags)),
};
const KNOWN = {
  etags: FILES.etags,
  paths: [
    ...[...FILES.paths, '/', '/reviews/review-a/', '/reviews/', '/reviews/gone-2026/', '/feeds'],
    ...['/reviews/?rating=5', '/reviews/?rating=9', '/reviews/review-a.md', '/sitemap.xml'],
    ...['/reviews/gone-2026.json', '/empty.txt', '/public.txt', '/nothing'],
    ...['/api/reviews/since/2026-01-01', '/api/reviews/since/2026-13-01'],
    ...['/api/reviews/search?limit=1', '/api/reviews/search?rating=9'],
  ],
};

/** A connection as the service has it: `due` answers are not sent yet. */
type Accepted = { readonly socket: Socket; due: number };

/** A service with what it has accepted, by the port of the client, and how much its parser has read. */
async function start(isRaw: boolean) {
  const limits = { rateLimitPerMinute: 1_000_000, hsts: 'max-age=60' };
  const service = await startInProcess({ after }, { release, isRaw, ...limits });
  await service.pages.render(askPage('/'));
  const accepted = new Map<number | undefined, Accepted>();
  const counted = { ...service, accepted, parsed: 0 };
  service.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    accepted.set(remotePort, { socket, due: 0 });
    socket.once('close', () => accepted.delete(remotePort));
  });
  const note = ({ socket }: { socket: Socket }, response: ServerResponse) => {
    counted.parsed++;
    const connection = accepted.get(socket.remotePort);
    if (!connection) return;
    connection.due++;
    response.once('close', () => connection.due--);
  };
  service.server.on('request', note).on('checkContinue', note).on('checkExpectation', note);
  return counted;
}

type Started = Awaited<ReturnType<typeof start>>;

/** Two services of one release: one answers on the socket what it can, one by node:http alone. */
const fast = await start(true);
const parsed = await start(false);

const HEAD = /HTTP\/1\.1 \d{3} [^\r]*\r\n(?:[^\r\n]+\r\n)*\r\n/g;

/** A head with its fields in order, without the moment it was sent and who was counted before. */
function comparable(head: string): string {
  const [status, ...fields] = head.trimEnd().split('\r\n');
  const kept = fields
    .filter((field) => !field.startsWith('Date: '))
    .map((field) => field.replace(/^(RateLimit: .*); r=\d+; t=\d+$/, '$1'));
  return `${[status, ...kept.sort()].join('\r\n')}\r\n\r\n`;
}

/**
 * All that comes back over a connection until it ends. Each piece arrives by itself, once the one
 * before is answered or is only a part; behind the last, what is still a part is cut off there.
 * `between`: done before each but the first.
 */
async function exchange(
  { url, accepted }: Started,
  stream: ByteStream,
  between: () => unknown = () => {},
): Promise<string> {
  const connection = await openRaw(url);
  const { socket } = connection;
  let sent = 0;
  const isSettled = () => {
    if (socket.readableEnded || socket.closed) return true;
    const end = accepted.get(socket.localPort);
    return end && end.socket.bytesRead >= sent && end.due === 0;
  };
  for (const piece of [...stream, headOf('/public.txt', { Connection: 'close' })]) {
    if (sent > 0) between();
    // A server that has hung up takes nothing more.
    await Promise.race([connection.send(piece), connection.ended()]);
    sent += piece.length;
    do await setImmediate();
    while (!isSettled());
  }
  socket.end();
  const received = (await connection.ended()).toString('latin1');
  socket.destroy();
  return received.replace(HEAD, comparable);
}

for (const [where, known, most, seconds] of [
  ['to whatever is sent', KNOWN, 32, SECONDS],
  ['where another release is served between two requests', FILES, 1, SECONDS / 3],
] as const) {
  test(`the fast path and node:http give the same answers ${where}`, {
    timeout: (SECONDS + 120) * 1000,
  }, async (t) => {
    const ask = (service: Started, stream: ByteStream) => {
      let next = release;
      const swap = () => {
        // The index follows, and nothing searches here.
        void service.current.swap(next);
        next = next === release ? other : release;
      };
      if (most > 1) return exchange(service, stream);
      swap();
      return exchange(service, stream, swap);
    };
    let streams = 0;
    const compare = async (stream: ByteStream) => {
      streams++;
      const [one, two] = await Promise.all([ask(fast, stream), ask(parsed, stream)]);
      assert.equal(one, two);
    };
    const many = fc.array(byteStreams(known), { minLength: 1, maxLength: most, size: 'max' });
    await fc.assert(
      fc.asyncProperty(many, async (some) => {
        await Promise.all(some.map(compare));
      }),
      { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1000 },
    );
    const simple = parsed.parsed - fast.parsed;
    t.diagnostic(`${streams} connections, ${simple} of ${parsed.parsed} on the fast path`);
    assert.ok(simple > parsed.parsed / 50, 'the fast path has answered');
  });
}
