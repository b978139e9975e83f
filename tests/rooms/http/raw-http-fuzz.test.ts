import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
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
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
/** Half a head and half a body end their connection after this time. */
const TIMEOUT_MS = 150;
/** A machine with other work may take longer than that between two writes. */
const PATIENT_MS = 3_000;
/** Every connection has ended by then, as the last request asks. */
const MOST_MS = 8_000;
/** What is sent has been read, or nobody reads any more. */
const MOST_TURNS = 500;
/** Where the thread stood still for so long, a client may be late by no fault of its own. */
const STALL_MS = TIMEOUT_MS / 3;
/** Of so many connections, one may be looked at again although the thread did not stand still. */
const STREAMS_A_RETRY = 500;

const FILES = {
  paths: [...release.files.keys()],
  etags: [release, other].flatMap(({ files }) => [...files.values()].flatMap(({ etags }) => etags)),
};
const KNOWN = {
  paths: [
    ...FILES.paths,
    '/',
    '/reviews/review-a/',
    '/reviews/',
    '/reviews/?rating=5',
    '/reviews/?rating=9',
    '/reviews/gone-2026/',
    '/reviews/review-a.md',
    '/reviews/gone-2026.json',
    '/sitemap.xml',
    '/feeds',
    '/empty.txt',
    '/public.txt',
    '/api/reviews/since/2026-01-01',
    '/api/reviews/since/2026-13-01',
    '/api/reviews/search?limit=1',
    '/api/reviews/search?rating=9',
    '/nothing',
  ],
  etags: FILES.etags,
};

/** A service with what it has accepted, by the port of the client, and how much its parser has read. */
async function start(requestTimeoutMs: number, isRaw: boolean) {
  const limits = { rateLimitPerMinute: 1_000_000, hsts: 'max-age=60' };
  const settings = { release, requestTimeoutMs, isRaw, ...limits };
  const service = await startInProcess({ after }, settings);
  await service.pages.render(askPage('/'));
  const accepted = new Map<number | undefined, Socket>();
  const counted = { ...service, accepted, parsed: 0 };
  service.server.on('connection', (socket: Socket) => {
    accepted.set(socket.remotePort, socket);
    socket.once('close', () => accepted.delete(socket.remotePort));
  });
  service.server.on('request', () => {
    counted.parsed++;
  });
  return counted;
}

type Started = Awaited<ReturnType<typeof start>>;

/** Two services of one release: one answers on the socket what it can, one by node:http alone. */
const startBoth = async (timeoutMs: number) => ({
  fast: await start(timeoutMs, true),
  parsed: await start(timeoutMs, false),
});
const both = await startBoth(TIMEOUT_MS);
const patient = await startBoth(PATIENT_MS);
type Both = typeof both;

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
 * All that comes back over a connection until it ends. Each piece arrives by itself; `between`: done
 * before each but the first.
 */
async function exchange(
  { url, accepted }: Started,
  stream: ByteStream,
  between: () => unknown = () => {},
): Promise<string> {
  const connection = await openRaw(url);
  const { socket } = connection;
  const last = headOf('/public.txt', { Connection: 'close' });
  let sent = 0;
  for (const piece of [...stream, last]) {
    if (sent > 0) between();
    // A server that has hung up takes nothing more.
    await Promise.race([connection.send(piece), connection.ended()]);
    sent += piece.length;
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      await setImmediate();
      const other = accepted.get(socket.localPort);
      if (socket.readableEnded || (other && other.bytesRead >= sent)) break;
    }
  }
  let isOpen = false;
  const hangUp = () => {
    isOpen = true;
    socket.destroy();
  };
  const late = setTimeout(hangUp, MOST_MS);
  const received = (await connection.ended()).toString('latin1');
  clearTimeout(late);
  socket.destroy();
  return received.replace(HEAD, comparable) + (isOpen ? '(and it stays open)' : '');
}

/** What was sent, and where the two answers part, short enough for a log. */
function describeDifference(stream: ByteStream, fast: string, parsed: string): string {
  let at = 0;
  while (at < fast.length && fast[at] === parsed[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 200), at + 400));
  return [
    `The answers part after ${at} bytes, of ${fast.length} (fast) and ${parsed.length} (node:http).`,
    `sent: ${JSON.stringify(stream)}`.slice(0, 6_000),
    `fast: ${around(fast)}`,
    `node:http: ${around(parsed)}`,
  ].join('\n');
}

type Exchange = (service: Started, stream: ByteStream) => Promise<string>;

/** When the thread, of which all here is a part, stood still last: a clock that is late tells it. */
function watchStalls() {
  let last = Number.NEGATIVE_INFINITY;
  let before = performance.now();
  const ticking = setInterval(() => {
    const now = performance.now();
    if (now - before > STALL_MS) last = now;
    before = now;
  }, STALL_MS / 5).unref();
  return { last: () => last, stop: () => clearInterval(ticking) };
}

/**
 * Holds both ways against each other, again without haste where one was too late: of the two, only
 * one counts the time between a connection and its first byte, which is long where the thread stood
 * still.
 */
function createComparison(ask: Exchange = exchange) {
  const counted = { streams: 0, retries: 0, stalled: 0 };
  const stalls = watchStalls();
  const askBoth = ({ fast, parsed }: Both, stream: ByteStream) =>
    Promise.all([ask(fast, stream), ask(parsed, stream)]);
  const compare = async (stream: ByteStream): Promise<void> => {
    counted.streams++;
    const began = performance.now();
    let [fast, parsed] = await askBoth(both, stream);
    if (fast !== parsed && `${fast}${parsed}`.includes('HTTP/1.1 408 ')) {
      if (stalls.last() > began) counted.stalled++;
      else counted.retries++;
      [fast, parsed] = await askBoth(patient, stream);
    }
    if (fast !== parsed) assert.fail(describeDifference(stream, fast, parsed));
  };
  const conclude = (t: TestContext) => {
    stalls.stop();
    const { streams, retries, stalled } = counted;
    t.diagnostic(`${streams} connections, ${retries} looked at again, ${stalled} behind a stall`);
    assert.ok(
      retries <= 3 + streams / STREAMS_A_RETRY,
      `${retries} of ${streams} differed at first`,
    );
  };
  return { compare, conclude };
}

const FUZZ = { seed: SEED, numRuns: Number.MAX_SAFE_INTEGER };

test('a difference between the two would be noticed', async () => {
  const { paths } = KNOWN;
  const text = headOf(String(paths[0]));
  const fast = await exchange(both.fast, [text]);
  assert.match(fast, /^HTTP\/1\.1 200 OK\r\nAccept-Ranges: bytes\r\n/);
  assert.equal(fast.match(HEAD)?.length, 2);
  assert.notEqual(fast, await exchange(both.parsed, [headOf('/feed.xml')]));
});

test('the fast path and node:http give the same answers to whatever is sent', {
  timeout: (SECONDS + 120) * 1000,
}, async (t) => {
  t.diagnostic(`FUZZ_SEED=${SEED}`);
  const many = fc.array(byteStreams(KNOWN), { minLength: 8, maxLength: 32, size: 'max' });
  const { compare, conclude } = createComparison();
  await fc.assert(
    fc.asyncProperty(many, async (some) => {
      await Promise.all(some.map(compare));
    }),
    { ...FUZZ, interruptAfterTimeLimit: SECONDS * 1000 },
  );
  conclude(t);
  const { fast, parsed } = both;
  const simple = parsed.parsed - fast.parsed;
  t.diagnostic(`${parsed.parsed} requests, ${simple} on the fast path`);
  assert.ok(simple > parsed.parsed / 10, 'the fast path has answered');
});

test('they do so where another release is served between two requests', {
  timeout: (SECONDS + 120) * 1000,
}, async (t) => {
  const swapping: Exchange = (service, stream) => {
    let next = release;
    const swap = () => {
      // The index follows, and nobody searches here.
      void service.current.swap(next);
      next = next === release ? other : release;
    };
    swap();
    return exchange(service, stream, swap);
  };
  const { compare, conclude } = createComparison(swapping);
  await fc.assert(fc.asyncProperty(byteStreams(FILES), compare), {
    ...FUZZ,
    interruptAfterTimeLimit: (SECONDS * 1000) / 3,
  });
  conclude(t);
});
