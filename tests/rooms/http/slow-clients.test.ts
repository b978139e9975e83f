import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { preparePage } from '../../../sidecar/http/published-file.ts';
import { atLength } from '../../support/at-length.ts';
import { startInProcess } from '../../support/in-process.ts';
import { atEnd } from '../../support/lifetime.ts';
import { countConnections, headOf, openBoth, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { serveHub } from '../routes/serve-hub.ts';
import { holdSearches } from './hold-searches.ts';
import { LINGERING, SLOW, SlowClients } from './slow-clients.ts';

const { release } = await makeRelease();
const TIMEOUT_MS = 400;
/** A client that is never dropped would be waited for without end. */
const LIMIT = { timeout: 30_000 };
const GET = headOf('/reviews.json');
const SLOWNESSES = Object.entries({ ...SLOW, ...LINGERING });

const waitForNoConnection = (server: Server) =>
  waitUntil('no connection is open', async () => (await countConnections(server)) === 0);

test('clients that trickle anything that never becomes whole are all gone', LIMIT, async (t) => {
  const { url, server, log } = await serveHub(t, { release, requestTimeoutMs: TIMEOUT_MS });
  const statuses: Readonly<Record<string, readonly number[]>> = {
    'a body that nobody reads': [200],
    'a head behind an answer': [200, 408],
  };
  const drop = async ([what, slowness]: (typeof SLOWNESSES)[number]) => {
    const clients = await SlowClients.open(url, slowness, { clients: 20 });
    atEnd(t, () => clients.close());
    const answered = new Set(await clients.dropped());
    if (what in SLOW) assert.deepEqual([...answered].sort(), statuses[what] ?? [408], what);
  };
  await Promise.all(SLOWNESSES.map(drop));
  assert.equal(await countConnections(server), 0);
  assert.deepEqual(log, []);
});

/** Asks for a file of which the kernel cannot hand all over, as its client does not read yet. */
async function askWithoutReading(url: string, server: Server) {
  const both = await openBoth(url, server);
  both.connection.socket.pause();
  const finished = once(both.accepted, 'finish');
  both.connection.socket.write(headOf('/openapi.json', { Connection: 'close' }));
  await finished;
  return both;
}

test('who sends on behind the last answer reads it whole (RFC 9112 §9.6)', LIMIT, async (t) => {
  const { url, server } = await startInProcess(t, { release });
  const [whole] = await sendRaw(url, headOf('/openapi.json', { Connection: 'close' }));
  const { connection, accepted } = await askWithoutReading(url, server);
  const { socket } = connection;
  for (const more of [headOf('/'), 'nonsense']) {
    socket.write(more);
    await waitUntil('it is read past', () => {
      return accepted.closed || accepted.bytesRead === socket.bytesWritten;
    });
  }
  socket.resume();
  const received = (await connection.ended()).toString('latin1');
  assert.equal(received.split('\r\n\r\n')[1]?.length, whole?.body.length);
  await waitUntil('it is closed', () => accepted.closed);
});

test('who neither reads the last answer nor hangs up is gone soon', LIMIT, async (t) => {
  const { url, server } = await startInProcess(t, { release, requestTimeoutMs: TIMEOUT_MS });
  const { connection, accepted } = await askWithoutReading(url, server);
  await once(accepted, 'close');
  assert.equal(await countConnections(server), 0);
  connection.socket.destroy();
});

/** More than the kernel takes. */
const IDENTITY = { etag: '"l"', body: [Buffer.alloc(3e7)] };
const LARGE = preparePage('/large', { identity: IDENTITY }, []);
const withLarge = { ...release, files: new Map([...release.files, ['/large', LARGE]]) };

test(
  'readers that stand still are reset, so that nothing waits for them in the kernel',
  LIMIT,
  async (t) => {
    const { url, server, log } = await startInProcess(t, { release: withLarge, stillMs: 500 });
    const readers = await Promise.all(
      Array.from({ length: atLength(240, 40) }, () => openRaw(url)),
    );
    await Promise.all(
      readers.map(async ({ socket }) => {
        socket.write(headOf('/large'));
        await once(socket, 'data');
        socket.pause();
      }),
    );
    await waitForNoConnection(server);
    for (const { socket } of readers) socket.removeAllListeners('data').resume();
    await waitUntil('all are closed', () => readers.every(({ socket }) => socket.closed));
    for (const { socket } of readers) {
      assert.equal(socket.errored?.message, 'read ECONNRESET', 'what it has is not all');
      assert.ok(socket.bytesRead < 3e7);
    }
    assert.deepEqual(log, []);
  },
);

test('a client that waits for a slow answer is not reset, but an idle one is', LIMIT, async (t) => {
  const searches = holdSearches(release);
  const { url, server } = await startInProcess(t, { ...searches, stillMs: 100 });
  const { connection, accepted } = await openBoth(url, server);
  let timeouts = 0;
  accepted.on('timeout', () => timeouts++);
  await connection.send(headOf('/api/reviews/search'));
  const idle = await openRaw(url);
  await idle.ended();
  await waitUntil('its time is over', () => timeouts > 0);
  searches.goOn();
  assert.equal((await connection.answer()).status, 200);
});

test('a client that never reads costs no more than what is in flight to it', LIMIT, async (t) => {
  const big = sampleReview('big-a', '2026-11-01', {}, 'Long. '.repeat(10_000));
  const made = await makeRelease({ ...SAMPLE_CONTENT, ...big });
  const { url, server } = await startInProcess(t, made);
  const { connection, accepted } = await openBoth(url, server);
  connection.socket.pause();
  let sent = 0;
  while (!accepted.isPaused()) {
    // Each request arrives as a chunk of its own.
    const { bytesRead } = accepted;
    await connection.send(GET);
    while (accepted.bytesRead === bytesRead && !accepted.isPaused()) await setImmediate();
    sent += 1;
    assert.ok(sent < 500, 'at last nothing more is read from it');
  }
  await connection.send(GET.repeat(100));
  assert.ok(accepted.writableLength < 1_000_000, `${accepted.writableLength} bytes wait`);
  // Once it reads, it gets everything.
  connection.socket.resume();
  for (let index = 0; index < sent + 100; index++) await connection.answer();
  connection.socket.destroy();
});
