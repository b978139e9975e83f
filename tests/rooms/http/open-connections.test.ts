import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { startInProcess } from '../../support/in-process.ts';
import { atEnd } from '../../support/lifetime.ts';
import { countConnections, headOf, openBoth, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { settle, waitUntil } from '../../support/wait-until.ts';
import { encodeForm, FORM_TYPE } from '../../support/websub-hub.ts';
import { openSession } from '../mcp/open-session.ts';
import { SUBSCRIBE, serveHub } from '../routes/serve-hub.ts';
import { LINGERING, SLOW, SlowClients } from './slow-clients.ts';

const { release } = await makeRelease();
const TIMEOUT_MS = 400;
/** A client that is never dropped would be waited for without end. */
const LIMIT = { timeout: 30_000 };
const SEARCH = headOf('/api/reviews/search');
const SLOWNESSES = Object.entries({ ...SLOW, ...LINGERING });
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

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
  const { url, server } = await serveHub(t, { release });
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
  const { url, server } = await serveHub(t, { release, requestTimeoutMs: TIMEOUT_MS });
  const { connection, accepted } = await askWithoutReading(url, server);
  await once(accepted, 'close');
  assert.equal(await countConnections(server), 0);
  connection.socket.destroy();
});

test('what stands behind the last answer in the same piece has no answer', async (t) => {
  const { url } = await startInProcess(t, { release });
  // It is there before the answer is begun.
  for (const more of ['nonsense', headOf('/')]) {
    const connection = await openRaw(url);
    await connection.send(headOf('/api/reviews/search', { Connection: 'close' }) + more);
    assert.equal((await connection.answer()).status, 200);
    assert.equal((await connection.ended()).toString(), '');
  }
});

test('a tunnel whose client resets its connection disturbs nobody', async (t) => {
  const { url } = await serveHub(t, { release });
  for (const body of ['', 'Content-Length: 5\r\n']) {
    const connection = await openRaw(url);
    await connection.send(`CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n${body}\r\n`);
    assert.equal((await connection.answer()).status, 405);
    const closed = once(connection.socket, 'close');
    connection.socket.resetAndDestroy();
    await closed;
  }
  assert.equal((await sendRaw(url, headOf('/')))[0]?.status, 200);
});

/** A release whose searches wait until they may go on. */
function holdSearches() {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const search: typeof release.search = async (query) => {
    searches.begun++;
    asked.resolve();
    await goOn.promise;
    return release.search(query);
  };
  const held = { ...release, search };
  const searches = { begun: 0, asked: asked.promise, goOn: goOn.resolve, release: held };
  return searches;
}

/** Those who ask the same meanwhile would share one search. */
function differentSearches(count: number): string {
  const heads = Array.from({ length: count }, (_, index) =>
    headOf(`/api/reviews/search?limit=1&query=${index}`),
  );
  return heads.join('');
}

/** Sends something behind a search, which goes on once the service has read both. */
async function sendBehindSearch(t: TestContext, sent: string) {
  const searches = holdSearches();
  const { url, server, intents } = await serveHub(t, searches);
  const { connection, accepted } = await openBoth(url, server);
  await connection.send(SEARCH + sent);
  await searches.asked;
  await waitUntil('both are read', () => accepted.bytesRead === connection.socket.bytesWritten);
  await settle();
  searches.goOn();
  assert.equal((await connection.answer()).status, 200);
  return { url, connection, intents };
}

const FORM = encodeForm(SUBSCRIBE);
const postHead = (fields: Readonly<Record<string, string>>) =>
  headOf(`POST ${HUB_PATH}`, { 'Content-Type': FORM_TYPE, ...fields });
const EXPECTING = { 'Content-Length': '3', Expect: '100-continue' };

const EARLY_BODY = headOf('/api/reviews/search?limit=1', CHUNKED);

for (const [what, behind, status] of [
  ['what is no HTTP', 'nonsense\r\n\r\n', 400],
  ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
  ['a body that is read and found wrong', `${postHead(CHUNKED)}no chunk\r\n`, 400],
  ['a body that is found wrong before its head is answered', `${EARLY_BODY}no chunk\r\n`, 200],
  [
    'what follows a body that was not asked for',
    `${headOf('/reviews.json', EXPECTING)}one nonsense`,
    200,
  ],
] as const) {
  test(`${what} behind an answer that is due has one ${status}, the last answer`, async (t) => {
    const { connection, intents } = await sendBehindSearch(t, behind);
    assert.equal((await connection.answer()).status, status);
    assert.equal((await connection.ended()).toString(), '');
    assert.deepEqual(intents, []);
  });
}

test('who waits to be told to send a body is told when its answer is next (RFC 9110 §10.1.1)', async (t) => {
  const post = postHead({ ...EXPECTING, 'Content-Length': `${FORM.length}` });
  const { connection, intents } = await sendBehindSearch(t, post);
  for (const [sent, status] of [
    ['', 100],
    [FORM, 202],
    [post, 100],
    [FORM, 202],
  ] as const) {
    if (sent !== '') await connection.send(sent);
    assert.equal((await connection.answer()).status, status);
  }
  assert.equal(intents.length, 2);
});

test('who is answered without its body is not told to send it', async (t) => {
  const { url } = await serveHub(t, { release });
  for (const target of ['POST /reviews.json', 'POST /nothing', 'PUT /websub', 'GET /']) {
    const connection = await openRaw(url);
    await connection.send(headOf(target, { ...EXPECTING, Connection: 'close' }));
    assert.notEqual((await connection.answer()).status, 100, target);
  }
});

test('an answer is given before its body is found wrong', async (t) => {
  const { url } = await startInProcess(t, { release });
  for (const target of ['/reviews.json', '/%6clms.txt', 'POST /mcp/server.json']) {
    const connection = await openRaw(url);
    await connection.send(`${headOf(target, CHUNKED)}1\r\nabc\r\n0\r\n\r\n`);
    assert.equal((await connection.answer()).status, target.startsWith('POST') ? 405 : 200);
    assert.equal((await connection.ended()).toString(), '');
  }
});

test('nothing is put into a stream of events; its connection is dropped', async (t) => {
  const { url } = await serveHub(t, { release });
  const { id } = await openSession(url);
  const connection = await openRaw(url);
  await connection.send(headOf('/mcp', { Accept: 'text/event-stream', 'Mcp-Session-Id': id }));
  await once(connection.socket, 'data');
  await connection.send('nonsense\r\n\r\n');
  assert.doesNotMatch((await connection.ended()).toString(), /400/);
});

/** Counts the answers over a connection, and keeps none of them. */
function countAnswers(socket: Socket) {
  const counted = { answers: 0 };
  let rest = '';
  socket.removeAllListeners('data').on('data', (chunk) => {
    const parts = (rest + chunk.toString('latin1')).split('HTTP/1.1 200 ');
    counted.answers += parts.length - 1;
    rest = parts.at(-1)?.slice(-12) ?? '';
  });
  return counted;
}

test('who reads slowly may have sent half of a request more', LIMIT, async (t) => {
  const { url, server } = await serveHub(t, { release, requestTimeoutMs: TIMEOUT_MS });
  const { connection, accepted } = await openBoth(url, server);
  const { socket } = connection;
  const counted = countAnswers(socket);
  // More than is read at a time, and answers that are more than the kernel takes.
  const count = 5_000;
  socket.pause();
  socket.write(headOf('/%72eviews.json').repeat(count));
  await once(accepted, 'pause');
  await once(server, 'clientError');
  socket.resume();
  await waitUntil('all answers have come', () => counted.answers >= count || socket.closed);
  assert.deepEqual([counted.answers, socket.closed], [count, false]);
  socket.destroy();
});

test(
  'of many requests at once, some are answered at a time, and no more are read',
  LIMIT,
  async (t) => {
    const searches = holdSearches();
    const { url, server } = await serveHub(t, searches);
    const { connection, accepted } = await openBoth(url, server);
    const { socket } = connection;
    const counted = countAnswers(socket);
    const count = 4_000;
    socket.write(differentSearches(count));
    await waitUntil('nothing more is read', () => searches.begun > 0 && accepted.isPaused());
    assert.equal(searches.begun, 8);
    // One piece, of more than a thousand requests.
    assert.ok(accepted.bytesRead <= 65_536, `${accepted.bytesRead} bytes`);
    searches.goOn();
    await waitUntil('all are answered', () => counted.answers >= count || socket.closed);
    assert.deepEqual([counted.answers, searches.begun], [count, count]);
    socket.destroy();
  },
);

test('what waits for the answers to others is not begun once its connection is closed', async (t) => {
  const searches = holdSearches();
  const { url, server } = await serveHub(t, searches);
  const { connection, accepted } = await openBoth(url, server);
  connection.socket.write(differentSearches(20));
  await waitUntil('some are begun', () => searches.begun === 8);
  const closed = once(accepted, 'close');
  accepted.destroy();
  await closed;
  searches.goOn();
  assert.equal((await sendRaw(url, headOf('/'))).length, 1);
  assert.equal(searches.begun, 8);
});
