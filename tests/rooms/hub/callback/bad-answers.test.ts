import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';
import { type Behavior, startSubscriber } from '../../../support/subscriber.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import {
  assertUnreached,
  BODY,
  CHALLENGE,
  resolveFrom,
  soon,
  startClient,
  startTls,
  verify,
} from './ask-callback.ts';

/** A time within which a busy machine connects, and nothing ends that waits. */
const SHORT = { timeoutMs: 2000 };

/** Answers the first bytes of a request with these, whatever they are. */
function startAnswering(lifetime: Lifetime, answer: string) {
  return startTls(lifetime, (socket) => socket.once('data', () => socket.write(answer)));
}

test('of a body no more is read than is asked for, nor awaited; 102 and 103 are no answer yet', async (t) => {
  const client = startClient(t);
  const info = '102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 ';
  for (const [head, status, maxBytes, body] of [
    ['200 OK\r\nContent-Length: 99999999999', 200, 5, CHALLENGE],
    ['500 X\r\nContent-Length: 9', 500, 6, ''],
    ['200 OK\r\nTransfer-Encoding: chunked', 200, 0, ''],
    ['200 OK\r\nContent-Length: 0', 200, 6, ''],
    [`${info}200 OK\r\nContent-Length: 6`, 200, 6, CHALLENGE],
  ] as const) {
    const server = await startAnswering(t, `HTTP/1.1 ${head}\r\n\r\n${CHALLENGE}`);
    const answer = await soon(client.get(server.callback(), {}, { maxBytes }));
    assert.ok(answer.kind === 'answered', head);
    assert.deepEqual([answer.status, answer.body.toString()], [status, body], head);
    const posted = await soon(client.post(server.callback(), {}, BODY));
    assert.equal(posted.kind === 'answered' && posted.status, status, head);
  }
});

test('what is not HTTP is no answer; headers of 15 kB are', async (t) => {
  const client = startClient(t);
  for (const [kind, raw] of [
    // RFC 9110 §15.2 lets servers send this without being asked; undici knows no way to skip it.
    ['unreached', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 X\r\n\r\n'],
    ['unreached', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
    ['unreached', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['unreached', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['unreached', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_500)}\r\n\r\n`],
    ['answered', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(15_000)}\r\nContent-Length: 0\r\n\r\n`],
  ] as const) {
    const callback = (await startAnswering(t, raw)).callback();
    for (const answer of [await verify(client, callback), await client.post(callback, {}, BODY)]) {
      assert.equal(answer.kind, kind, raw);
      if (answer.kind === 'unreached') assert.equal(answer.fault, 'response', raw);
    }
  }
});

test('an answer before a large body has been sent counts', async (t) => {
  const server = await startAnswering(t, 'HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n');
  const answer = await startClient(t).post(server.callback(), {}, [Buffer.alloc(30_000_000)]);
  assert.deepEqual(answer, {
    kind: 'answered',
    status: 413,
    retryAfter: undefined,
    body: Buffer.alloc(0),
  });
});

test('nothing but TLS is talked to, and no HTTP/2', async (t) => {
  const client = startClient(t, SHORT);
  const subscriber = await startSubscriber(t);
  const ask = (callback: string) =>
    Promise.all([verify(client, callback), client.post(callback, {}, BODY)]);
  for (const end of ['', `HTTP/1.1 200 OK\r\n\r\n${CHALLENGE}`, undefined]) {
    subscriber.take((socket) => {
      if (end !== undefined) socket.once('data', () => socket.end(end));
    });
    for (const answer of await ask(subscriber.callback())) assertUnreached(answer, 'tls');
  }
  const modern = await startTls(t, () => {}, { ALPNProtocols: ['h2'] });
  for (const answer of await ask(modern.callback())) {
    assertUnreached(answer, 'tls', '^ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL$');
  }
});

test('an untrusted certificate, or one for another name, is refused before anything is sent, whatever the environment says', async (t) => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  atEnd(t, () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });
  const names = { 'other.test': ['127.0.0.1'], 'a.subscriber.test': ['127.0.0.1'] };
  const client = startClient(t, { resolve: resolveFrom(names) });
  for (const [certificate, name, code] of [
    ['untrusted', '127.0.0.1', 'CERT|SIGN|LEAF'],
    ['subscriber', 'other.test', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const) {
    const { port, received } = await startSubscriber(t, { certificate });
    const callback = `https://${name}:${port}/`;
    assertUnreached(await verify(client, callback), 'tls', code);
    assertUnreached(await client.post(callback, {}, BODY), 'tls', code);
    assert.deepEqual(received, []);
  }
  const { port } = await startSubscriber(t);
  const answer = await verify(client, `https://a.subscriber.test:${port}/`);
  assert.equal(answer.kind, 'answered');
});

test('a callback that answers nothing, or by the byte, holds a request until its deadline', async (t) => {
  const client = startClient(t, SHORT);
  const callbackThat = async (behavior: Behavior) => {
    const subscriber = await startSubscriber(t);
    subscriber.behave(() => behavior);
    return subscriber.callback();
  };
  const slow = [await callbackThat('hang'), await callbackThat('drip-head')];
  const deaf = await startTls(t, (socket) => socket.pause());
  const late = [
    ...slow.map((callback) => verify(client, callback)),
    ...slow.map((callback) => client.post(callback, {}, BODY)),
    client.post(deaf.callback(), {}, [Buffer.alloc(30_000_000)]),
  ];
  const unfinished = verify(client, await callbackThat('drip'));
  const answers = await soon(Promise.all([...late, unfinished]), 4 * SHORT.timeoutMs);
  const last = answers.pop();
  assert.equal(last?.kind === 'unreached' && last.code, 'UNFINISHED');
  for (const answer of answers) assertUnreached(answer, 'response', 'ETIMEDOUT');
});

test('a request that waits for a connection does not wait beyond its deadline', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'hang');
  const client = startClient(t, { ...SHORT, connectionsPerHost: 1 });
  const post = (path?: string) => client.post(subscriber.callback(path), {}, BODY);
  const all = await soon(Promise.all([post(), post(), post(), post()]), 4 * SHORT.timeoutMs);
  for (const answer of all) assertUnreached(answer, 'response', 'ETIMEDOUT');
  subscriber.behave(() => undefined);
  assert.equal((await post('/next')).kind, 'answered');
  // Deadlines are not all of one moment: a second may be sent in what is left of its own. Were those
  // sent whose time is up, all of them would have come.
  const urls = subscriber.received.map(({ url }) => url);
  assert.equal(urls.at(-1), '/next');
  assert.ok(urls.length <= all.length, `${urls.length} were sent.`);
});

test('H24 §7: a body that is slow or long does not hold a delivery, and ends', async (t) => {
  // A slow body ends by its time, a long one by its length.
  for (const [behavior, mostMs] of [
    ['drip', 5000],
    ['flood', 800],
  ] as const) {
    const subscriber = await startSubscriber(t);
    subscriber.behave(() => behavior);
    const answer = await soon(startClient(t).post(subscriber.callback(), {}, BODY));
    assert.deepEqual(answer, {
      kind: 'answered',
      status: 200,
      retryAfter: undefined,
      body: Buffer.alloc(0),
    });
    await waitUntil('the end', () => subscriber.openConnections === 0, mostMs);
  }
});
