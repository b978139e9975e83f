import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { listen } from '../../../sidecar/http/http.ts';
import { atEnd } from '../../support/at-end.ts';
import { startInProcess } from '../../support/in-process.ts';
import { openSession } from '../../support/mcp-client.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { encodeForm, FORM_TYPE, SUBSCRIBE, serveHub } from '../../support/serve-hub.ts';
import { LINGERING, SLOW, SlowClients, type Slowness } from '../../support/slow-clients.ts';
import { waitUntil } from '../../support/wait-until.ts';

const { release } = await makeRelease();
const TIMEOUT_MS = 400;
/** A client that is never dropped would be waited for without end. */
const LIMIT = { timeout: 30_000 };

/** node:http as it comes, with the same time for requests. */
async function startBare(t: TestContext): Promise<string> {
  const timeouts = { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS };
  const options = { ...timeouts, connectionsCheckingInterval: TIMEOUT_MS };
  const server = createServer(options, (request, response) => {
    request.resume();
    if (request.method === 'GET') response.end();
  });
  const port = await listen(server, 0, '127.0.0.1');
  atEnd(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

async function drop(t: TestContext, url: string, slowness: Slowness): Promise<number[]> {
  const clients = await SlowClients.open(url, slowness);
  atEnd(t, () => clients.close());
  return clients.dropped();
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

for (const [what, slowness] of Object.entries(SLOW)) {
  test(
    `fifty clients that trickle ${what} are all gone, as from bare node:http`,
    LIMIT,
    async (t) => {
      const { url, server, log } = await serveHub(t, {
        release,
        requestTimeoutMs: TIMEOUT_MS,
      });
      const [statuses] = await Promise.all([
        drop(t, url, slowness),
        drop(t, await startBare(t), slowness),
      ]);
      assert.equal(await countConnections(server), 0);
      const expected = what === 'a body that nobody reads' ? 200 : 408;
      const answered = what === 'a head behind an answer' ? [200, 408] : [expected];
      assert.deepEqual([...new Set(statuses)].sort(), answered);
      assert.deepEqual(log, []);
    },
  );
}

for (const [what, slowness] of Object.entries(LINGERING)) {
  test(`fifty clients that trickle behind ${what} are all gone`, LIMIT, async (t) => {
    const { url, server } = await serveHub(t, { release, requestTimeoutMs: TIMEOUT_MS });
    await drop(t, url, slowness);
    assert.equal(await countConnections(server), 0);
  });
}

/** Asks for a file of which the kernel cannot hand all over, as its client does not read yet. */
async function askWithoutReading(url: string, server: Server) {
  const accepted = once(server, 'connection');
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const [accepting] = await accepted;
  socket.pause();
  const finished = once(accepting, 'finish');
  socket.write(headOf('/openapi.json', { Connection: 'close' }));
  await finished;
  return { socket, accepting };
}

test('who sends on behind the last answer reads it whole (RFC 9112 §9.6)', LIMIT, async (t) => {
  const { url, server } = await serveHub(t, { release });
  const [whole] = await sendRaw(url, headOf('/openapi.json', { Connection: 'close' }));
  const { socket, accepting } = await askWithoutReading(url, server);
  for (const more of [headOf('/'), 'nonsense']) {
    socket.write(more);
    await waitUntil('it is read past', () => {
      return accepting.closed || accepting.bytesRead === socket.bytesWritten;
    });
  }
  const received = Buffer.concat(await socket.toArray()).toString('latin1');
  assert.equal(received.split('\r\n\r\n')[1]?.length, whole?.body.length);
  await waitUntil('it is closed', () => accepting.closed);
});

// In one piece it is there before the answer is sent whole, or even begun.
for (const path of ['/reviews.json', '/api/reviews/search?query=a']) {
  for (const more of ['nonsense', headOf('/')]) {
    for (const body of ['', 'one']) {
      test(`after ${path} and ${body.length} bytes of a body, ${JSON.stringify(more.slice(0, 8))} in the same piece has no answer`, async (t) => {
        const { url } = await startInProcess(t, { release });
        const last = { Connection: 'close', 'Content-Length': `${body.length}` };
        const connection = await openRaw(url);
        await connection.send(headOf(path, last) + body + more);
        assert.equal((await connection.answer()).status, 200);
        assert.equal((await connection.ended()).toString(), '');
      });
    }
  }
}

test('who neither reads the last answer nor hangs up is gone soon', LIMIT, async (t) => {
  const { url, server } = await serveHub(t, { release, requestTimeoutMs: TIMEOUT_MS });
  const { socket, accepting } = await askWithoutReading(url, server);
  await once(accepting, 'close');
  assert.equal(await countConnections(server), 0);
  socket.destroy();
});

test('half a minute is what a deployment gives', async (t) => {
  const { server } = await serveHub(t, { release });
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [30_000, 30_000]);
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
  const [answer] = await sendRaw(url, headOf('/'));
  assert.equal(answer?.status, 200);
});

/** A release whose searches wait until they may go on. */
function holdSearches() {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const searches = {
    begun: 0,
    asked: asked.promise,
    goOn: goOn.resolve,
    release: {
      ...release,
      search: async (query: Parameters<typeof release.search>[0]) => {
        searches.begun++;
        asked.resolve();
        await goOn.promise;
        return release.search(query);
      },
    },
  };
  return searches;
}

for (const [what, behind, status] of [
  ['what is no HTTP', 'nonsense\r\n\r\n', 400],
  ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
] as const) {
  test(`${what} is refused behind the answer that is due`, async (t) => {
    const searches = holdSearches();
    const { url } = await serveHub(t, searches);
    const connection = await openRaw(url);
    await connection.send(`${headOf('/api/reviews/search')}${behind}`);
    await searches.asked;
    // The parser goes on to what stands behind in the same turn.
    searches.goOn();
    assert.equal((await connection.answer()).status, 200);
    assert.equal((await connection.answer()).status, status);
    assert.equal((await connection.ended()).length, 0);
  });
}

test('an answer that waits for another is whole, also where its client expects to be told to go on', async (t) => {
  const searches = holdSearches();
  const { url } = await serveHub(t, searches);
  const [whole] = await sendRaw(url, headOf('/reviews.json'));
  const connection = await openRaw(url);
  const expecting = headOf('/reviews.json', { Expect: '100-continue' });
  await connection.send(headOf('/api/reviews/search') + expecting);
  await searches.asked;
  searches.goOn();
  assert.equal((await connection.answer()).status, 200);
  const { status, body } = await connection.answer();
  assert.deepEqual([status, body], [200, whole?.body]);
});

test('who waits to be told to send a body is told when its answer is next (RFC 9110 §10.1.1)', async (t) => {
  const searches = holdSearches();
  const { url, intents } = await serveHub(t, searches);
  const connection = await openRaw(url);
  const form = encodeForm(SUBSCRIBE);
  const post = headOf(`POST ${HUB_PATH}`, {
    'Content-Type': FORM_TYPE,
    'Content-Length': `${form.length}`,
    Expect: '100-continue',
  });
  const answers = async (count: number) => {
    const statuses: number[] = [];
    while (statuses.length < count) statuses.push((await connection.answer()).status);
    return statuses;
  };
  await connection.send(headOf('/api/reviews/search') + post);
  await searches.asked;
  searches.goOn();
  assert.deepEqual(await answers(2), [200, 100]);
  await connection.send(form);
  assert.deepEqual(await answers(1), [202]);
  await connection.send(post);
  assert.deepEqual(await answers(1), [100]);
  await connection.send(form);
  assert.deepEqual(await answers(1), [202]);
  assert.equal(intents.length, 2);
});

test('who is answered without its body is not told to send it', async (t) => {
  const { url } = await serveHub(t, { release });
  for (const target of ['POST /reviews.json', 'POST /nothing', 'PUT /websub', 'GET /']) {
    const connection = await openRaw(url);
    const fields = { 'Content-Length': '3', Expect: '100-continue', Connection: 'close' };
    await connection.send(headOf(target, fields));
    assert.notEqual((await connection.answer()).status, 100, target);
  }
});

test('an answer that closes, as its client was not told to send a body, is the last one', async (t) => {
  const searches = holdSearches();
  const { url } = await serveHub(t, searches);
  const connection = await openRaw(url);
  const fields = { 'Content-Length': '3', Expect: '100-continue' };
  await connection.send(
    `${headOf('/api/reviews/search')}${headOf('/reviews.json', fields)}one nonsense`,
  );
  await searches.asked;
  await setImmediate();
  searches.goOn();
  const statuses = [(await connection.answer()).status, (await connection.answer()).status];
  assert.deepEqual(statuses, [200, 200]);
  assert.equal((await connection.ended()).toString(), '');
});

for (const isRaw of [true, false]) {
  for (const target of ['/reviews.json', '/%6clms.txt', 'POST /mcp/server-card']) {
    test(`${target} is answered before its body is found wrong${isRaw ? '' : ', without the fast path'}`, async (t) => {
      const { url } = await startInProcess(t, { release, isRaw });
      const connection = await openRaw(url);
      await connection.send(
        `${headOf(target, { 'Transfer-Encoding': 'chunked' })}1\r\nabc\r\n0\r\n\r\n`,
      );
      assert.equal((await connection.answer()).status, target.startsWith('POST') ? 405 : 200);
      assert.equal((await connection.ended()).toString(), '');
    });
  }
}

test('who is answered after its body was refused has that one answer', async (t) => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let begun = 0;
  const search: typeof release.search = async (query) => {
    if (++begun === 1) {
      await first.promise;
    } else {
      // The body is found wrong before there is an answer to its head.
      await setTimeout(20);
      setImmediate().then(second.resolve);
    }
    return release.search(query);
  };
  const { url } = await serveHub(t, { release: { ...release, search } });
  const connection = await openRaw(url);
  const chunked = headOf('/api/reviews/search', { 'Transfer-Encoding': 'chunked' });
  await connection.send(`${headOf('/api/reviews/search')}${chunked}no chunk\r\n`);
  await second.promise;
  first.resolve();
  assert.equal((await connection.answer()).status, 200);
  assert.equal((await connection.answer()).status, 200);
  assert.equal((await connection.ended()).length, 0);
});

test('a body that is read and refused is answered by that, in its turn', async (t) => {
  const searches = holdSearches();
  const { url, intents } = await serveHub(t, searches);
  const connection = await openRaw(url);
  const post = headOf(`POST ${HUB_PATH}`, {
    'Content-Type': FORM_TYPE,
    'Transfer-Encoding': 'chunked',
  });
  await connection.send(`${headOf('/api/reviews/search')}${post}no chunk\r\n`);
  await searches.asked;
  await setTimeout(20);
  searches.goOn();
  assert.equal((await connection.answer()).status, 200);
  assert.equal((await connection.answer()).status, 400);
  assert.equal((await connection.ended()).length, 0);
  assert.equal(intents.length, 0);
});

test('nothing is put into a stream of events; its connection is dropped', async (t) => {
  const { url } = await serveHub(t, { release });
  const { id } = await openSession(url);
  const headers = { Accept: 'text/event-stream', 'Mcp-Session-Id': id };
  const connection = await openRaw(url);
  await connection.send(headOf('/mcp', headers));
  await once(connection.socket, 'data');
  await connection.send('nonsense\r\n\r\n');
  assert.doesNotMatch((await connection.ended()).toString(), /400/);
});

test('who reads slowly may have sent half of a request more', LIMIT, async (t) => {
  const { url, server } = await serveHub(t, { release, requestTimeoutMs: TIMEOUT_MS });
  const accepted = once(server, 'connection');
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const [accepting] = await accepted;
  const request = headOf('/%72eviews.json');
  const [{ rawHeaders = [], body = '' } = {}] = await sendRaw(url, request);
  const fieldsLength = rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
  const length = 'HTTP/1.1 200 OK\r\n'.length + fieldsLength + 2 + body.length;
  // More than is read at a time, and answers that are more than the kernel takes.
  const count = 5_000;
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  socket.pause();
  socket.write(request.repeat(count));
  await once(accepting, 'pause');
  await once(server, 'clientError');
  socket.resume();
  await waitUntil('all answers have come', () => received >= count * length || socket.closed);
  assert.equal(received, count * length);
  assert.ok(!socket.closed);
  socket.destroy();
});

test(
  'of many requests at once, some are answered at a time, and no more are read',
  LIMIT,
  async (t) => {
    const searches = holdSearches();
    const { url, server } = await serveHub(t, searches);
    const accepted = once(server, 'connection');
    const { socket } = await openRaw(url);
    const [accepting] = await accepted;
    let answers = 0;
    socket.on('data', (chunk) => {
      answers += chunk.toString('latin1').split('HTTP/1.1 200 ').length - 1;
    });
    const request = headOf('/api/reviews/search?limit=1');
    const count = 4_000;
    socket.write(request.repeat(count));
    await waitUntil('nothing more is read', () => searches.begun > 0 && accepting.isPaused());
    assert.equal(searches.begun, 8);
    // One piece, of more than a thousand requests.
    assert.ok(accepting.bytesRead <= 65_536, `${accepting.bytesRead} bytes`);
    searches.goOn();
    await waitUntil('all are answered', () => answers >= count || socket.closed);
    assert.deepEqual([answers, searches.begun], [count, count]);
    socket.destroy();
  },
);

test('what waits for the answers to others is not begun once its connection is closed', async (t) => {
  const searches = holdSearches();
  const { url, server } = await serveHub(t, searches);
  const accepted = once(server, 'connection');
  const { socket } = await openRaw(url);
  const [accepting] = await accepted;
  socket.write(headOf('/api/reviews/search').repeat(20));
  await waitUntil('some are begun', () => searches.begun === 8);
  const closed = once(accepting, 'close');
  accepting.destroy();
  await closed;
  searches.goOn();
  assert.equal((await sendRaw(url, headOf('/'))).length, 1);
  assert.equal(searches.begun, 8);
});
