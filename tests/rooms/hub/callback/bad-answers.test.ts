import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../support/at-end.ts';
import { type Behaviour, startSubscriber } from '../../../support/subscriber.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import {
  assertBroken,
  BODY,
  CHALLENGE,
  resolveFrom,
  SHORT,
  SOON_MS,
  startAnswering,
  startClient,
  startTcp,
  startTls,
  TIMEOUT_MS,
  timed,
  verify,
} from './ask-callback.ts';

test('a flood is read no further than shows that it is no challenge', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'flood');
  const { value, ms } = await timed(verify(startClient(t), subscriber.callback()));
  assert.ok(value.kind === 'answered');
  assert.equal(value.body.length, CHALLENGE.length + 1);
  assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
});

test('what follows a challenge is seen', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  for (const body of [`${CHALLENGE}\n`, `${CHALLENGE}${CHALLENGE}`, ` ${CHALLENGE}`, '']) {
    subscriber.behave(() => ({ status: 200, headers: { 'Transfer-Encoding': 'chunked' }, body }));
    const answer = await verify(client, subscriber.callback());
    assert.ok(answer.kind === 'answered');
    assert.equal(answer.body.toString(), body.slice(0, CHALLENGE.length + 1));
  }
});

test('an answer that says it is longer is not read', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n';
  const server = await startAnswering(t, head + CHALLENGE);
  const { value, ms } = await timed(verify(startClient(t), `https://127.0.0.1:${server.port}/`));
  assert.ok(value.kind === 'answered');
  assert.deepEqual(value.body, Buffer.alloc(0));
  assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
});

test('an answer that says it is longer than it is was cut off', async (t) => {
  const server = await startTls(t, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc'));
  });
  assertBroken(await verify(startClient(t), `https://127.0.0.1:${server.port}/`));
});

test('an error is an answer at once, whatever its body does', async (t) => {
  const server = await startAnswering(t, 'HTTP/1.1 500 X\r\nContent-Length: 5\r\n\r\n');
  const { value, ms } = await timed(verify(startClient(t), `https://127.0.0.1:${server.port}/`));
  assert.ok(value.kind === 'answered');
  assert.equal(value.status, 500);
  assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
});

test('102 and 103 are no answer yet', async (t) => {
  const info = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
  const last = `HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n${CHALLENGE}`;
  const server = await startAnswering(t, info + last);
  const client = startClient(t);
  const got = await verify(client, `https://127.0.0.1:${server.port}/`);
  assert.ok(got.kind === 'answered');
  assert.deepEqual([got.status, got.body.toString()], [200, CHALLENGE]);
  const posted = await client.post(`https://127.0.0.1:${server.port}/`, {}, BODY);
  assert.ok(posted.kind === 'answered');
  assert.equal(posted.status, 200);
});

const NO_HTTP = {
  // RFC 9110 §15.2 lets servers send this without being asked; undici knows no way to skip it.
  'a 100 that nobody asked for': `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 X\r\n\r\n`,
  nonsense: 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
  'an unasked upgrade': 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'over 16 kB of headers': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_500)}\r\n\r\n`,
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
};

for (const [what, answer] of Object.entries(NO_HTTP)) {
  test(`${what} is no answer`, async (t) => {
    const server = await startAnswering(t, answer);
    const client = startClient(t);
    assertBroken(await verify(client, `https://127.0.0.1:${server.port}/`));
    assertBroken(await client.post(`https://127.0.0.1:${server.port}/`, {}, BODY));
    assert.equal(server.connections(), 2);
  });
}

test('headers of 15 kB are taken', async (t) => {
  const head = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(15_000)}\r\nContent-Length: 0\r\n\r\n`;
  const server = await startAnswering(t, head);
  const posted = await startClient(t).post(`https://127.0.0.1:${server.port}/`, {}, BODY);
  assert.equal(posted.kind, 'answered');
});

test('an answer before a large body has been sent counts', async (t) => {
  const server = await startAnswering(t, 'HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n');
  const client = startClient(t);
  const body = Buffer.alloc(30_000_000);
  const answer = await client.post(`https://127.0.0.1:${server.port}/`, {}, [body]);
  assert.deepEqual(answer, { kind: 'answered', status: 413, retryAfter: undefined });
});

test('a callback that resets is asked once', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'reset');
  const client = startClient(t);
  assertBroken(await verify(client, subscriber.callback()));
  assertBroken(await client.post(subscriber.callback(), {}, BODY));
  assertBroken(await client.post(subscriber.callback(), {}, [Buffer.alloc(2_000_000)]));
  assert.deepEqual([subscriber.connections, subscriber.received.length], [3, 3]);
});

test('nothing but TLS is talked to', async (t) => {
  const closing = await startTcp(t, (socket) => socket.once('data', () => socket.destroy()));
  const plain = await startTcp(t, (socket) => {
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${CHALLENGE}`));
  });
  const silent = await startTcp(t, () => {});
  const client = startClient(t, SHORT);
  const callbacks = [closing, plain, silent].map(({ port }) => `https://127.0.0.1:${port}/`);
  const answers = await Promise.all(
    callbacks.flatMap((each) => [verify(client, each), client.post(each, {}, BODY)]),
  );
  for (const answer of answers) assertBroken(answer, /^TLS failed: /);
});

test('a certificate that nobody vouches for is refused before anything is sent', async (t) => {
  const subscriber = await startSubscriber(t, { certificate: 'untrusted' });
  const client = startClient(t);
  assertBroken(await verify(client, subscriber.callback()), /^TLS failed: [A-Z_]*(CERT|SIGN|LEAF)/);
  assertBroken(await client.post(subscriber.callback(), {}, BODY), /^TLS failed: /);
  assert.deepEqual(subscriber.received, []);
});

test('a certificate for another name is refused, whatever the environment says', async (t) => {
  const subscriber = await startSubscriber(t);
  const { port } = new URL(subscriber.origin);
  const resolve = resolveFrom({ 'other.test': ['127.0.0.1'], 'a.subscriber.test': ['127.0.0.1'] });
  const client = startClient(t, { resolve });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  atEnd(t, () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });
  const message = /^TLS failed: ERR_TLS_CERT_ALTNAME_INVALID$/;
  assertBroken(await verify(client, `https://other.test:${port}/`), message);
  assertBroken(await client.post(`https://other.test:${port}/`, {}, BODY), message);
  assert.deepEqual(subscriber.received, []);
  const right = await verify(client, `https://a.subscriber.test:${port}/`);
  assert.equal(right.kind, 'answered');
});

test('a port where nobody listens is broken, a name that nobody knows silent', async (t) => {
  const subscriber = await startSubscriber(t);
  await subscriber.close();
  const client = startClient(t);
  const refused = await client.post(subscriber.callback(), {}, BODY);
  assertBroken(refused, /^No connection was made: ECONNREFUSED$/);
  assert.deepEqual(await client.post('https://unknown.test/', {}, BODY), {
    kind: 'unreached',
    fault: 'silent',
    message: 'The name could not be resolved: ENOTFOUND',
  });
});

for (const behaviour of ['hang', 'drip-head'] satisfies Behaviour[]) {
  test(`a callback that does '${behaviour}' holds a request until its deadline`, async (t) => {
    const subscriber = await startSubscriber(t);
    subscriber.behave(() => behaviour);
    const client = startClient(t, SHORT);
    const [got, posted] = await Promise.all([
      timed(verify(client, subscriber.callback())),
      timed(client.post(subscriber.callback(), {}, BODY)),
    ]);
    for (const { value, ms } of [got, posted]) {
      assertBroken(value, /^ETIMEDOUT$/);
      assert.ok(ms > TIMEOUT_MS / 2 && ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
    }
    assert.equal(subscriber.connections, 2);
  });
}

test('a request that waits for a connection does not wait beyond its deadline', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'hang');
  const client = startClient(t, { ...SHORT, connectionsPerHost: 1 });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => timed(client.post(subscriber.callback(), {}, BODY))),
  );
  for (const { value, ms } of answers) {
    assertBroken(value, /^ETIMEDOUT$/);
    assert.ok(ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
  }
  subscriber.behave(() => undefined);
  const answer = await client.post(subscriber.callback('/next'), {}, BODY);
  assert.equal(answer.kind, 'answered');
  // Deadlines are not all of one moment: who follows the first may be sent in what is left of its
  // own. Were those sent whose time is up, all of them would have come.
  const urls = subscriber.received.map(({ url }) => url);
  assert.equal(urls.at(-1), '/next');
  assert.ok(urls.length - 1 < answers.length, `${urls.length - 1} were sent.`);
});

test('a body that drips ends a verification at its deadline', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'drip');
  const { value, ms } = await timed(verify(startClient(t, SHORT), subscriber.callback()));
  assertBroken(value, /^ETIMEDOUT$/);
  assert.ok(ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
});

for (const behaviour of ['drip', 'flood'] satisfies Behaviour[]) {
  test(`H24 §7: a body that does '${behaviour}' does not hold a delivery, and ends`, async (t) => {
    const subscriber = await startSubscriber(t);
    const client = startClient(t);
    subscriber.behave(() => behaviour);
    const { value, ms } = await timed(client.post(subscriber.callback(), {}, BODY));
    assert.deepEqual(value, { kind: 'answered', status: 200, retryAfter: undefined });
    assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
    const isClosed = () => subscriber.openConnections === 0;
    const { ms: closedMs } = await timed(waitUntil('the connection is closed', isClosed));
    // A long body ends by its length, a slow one by its time.
    assert.ok(closedMs < (behaviour === 'flood' ? 800 : 5000), `It took ${closedMs} ms.`);
  });
}

test('a subscriber that takes no body ends a delivery at its deadline', async (t) => {
  const server = await startTls(t, (socket) => socket.pause());
  const client = startClient(t, SHORT);
  const body = Buffer.alloc(30_000_000);
  const { value, ms } = await timed(client.post(`https://127.0.0.1:${server.port}/`, {}, [body]));
  assertBroken(value, /^ETIMEDOUT$/);
  assert.ok(ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
});
