import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../support/lifetime.ts';
import { type Behavior, startSubscriber } from '../../../support/subscriber.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import {
  assertLate,
  assertUnreached,
  BODY,
  CHALLENGE,
  resolveFrom,
  SHORT,
  soon,
  startAnswering,
  startClient,
  startTls,
  verify,
} from './ask-callback.ts';

test('a flood is read no further than shows that it is no challenge', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'flood');
  const answer = await soon(verify(startClient(t), subscriber.callback()));
  assert.ok(answer.kind === 'answered');
  assert.equal(answer.body.length, CHALLENGE.length + 1);
});

test('of a body no more is read than is asked for, nor awaited; 102 and 103 are no answer yet', async (t) => {
  const client = startClient(t);
  const info = '102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 ';
  for (const [head, status, maxBytes, body] of [
    ['200 OK\r\nContent-Length: 99999999999', 200, 6, ''],
    ['500 X\r\nContent-Length: 9', 500, 6, ''],
    ['200 OK\r\nTransfer-Encoding: chunked', 200, 0, ''],
    ['200 OK\r\nContent-Length: 0', 200, 0, ''],
    ['200 OK\r\nX: y', 200, 0, ''],
    [`${info}200 OK\r\nContent-Length: 6`, 200, 6, CHALLENGE],
  ] as const) {
    const server = await startAnswering(t, `HTTP/1.1 ${head}\r\n\r\n${CHALLENGE}`);
    const answer = await soon(client.get(server.callback(), [], { maxBytes }));
    assert.ok(answer.kind === 'answered', head);
    assert.deepEqual([answer.status, answer.body.toString()], [status, body], head);
    const posted = await soon(client.post(server.callback(), {}, BODY));
    assert.equal(posted.kind === 'answered' && posted.status, status, head);
  }
});

const NO_HTTP = {
  // RFC 9110 §15.2 lets servers send this without being asked; undici knows no way to skip it.
  'a 100 that nobody asked for': `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 X\r\n\r\n`,
  nonsense: 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
  'an unasked upgrade': 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'over 16 kB of headers': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_500)}\r\n\r\n`,
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
};

test('what is not HTTP is no answer; headers of 15 kB are', async (t) => {
  const client = startClient(t);
  const ask = async (answer: string) => {
    const server = await startAnswering(t, answer);
    const callback = server.callback();
    return [await verify(client, callback), await client.post(callback, {}, BODY)];
  };
  for (const [what, raw] of Object.entries(NO_HTTP)) {
    for (const answer of await ask(raw)) {
      assert.equal(answer.kind === 'unreached' && answer.fault, 'response', what);
    }
  }
  const long = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(15_000)}\r\nContent-Length: 0\r\n\r\n`;
  assert.ok((await ask(long)).every(({ kind }) => kind === 'answered'));
});

test('an answer before a large body has been sent counts', async (t) => {
  const server = await startAnswering(t, 'HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n');
  const answer = await startClient(t).post(server.callback(), {}, [Buffer.alloc(30_000_000)]);
  assert.deepEqual(answer, { kind: 'answered', status: 413, retryAfter: undefined });
});

test('a callback that resets is asked once', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'reset');
  const client = startClient(t);
  assertUnreached(await verify(client, subscriber.callback()), 'response');
  for (const body of [BODY, [Buffer.alloc(2_000_000)]]) {
    assertUnreached(await client.post(subscriber.callback(), {}, body), 'response');
  }
  assert.deepEqual([subscriber.connections, subscriber.received.length], [3, 3]);
});

test('nothing but TLS is talked to', async (t) => {
  const client = startClient(t, SHORT);
  const subscriber = await startSubscriber(t);
  for (const end of ['', `HTTP/1.1 200 OK\r\n\r\n${CHALLENGE}`, undefined]) {
    subscriber.take((socket) => {
      if (end !== undefined) socket.once('data', () => socket.end(end));
    });
    const callback = subscriber.callback();
    const answers = [verify(client, callback), client.post(callback, {}, BODY)];
    for (const answer of await Promise.all(answers)) assertUnreached(answer, 'tls');
  }
});

test('a certificate of nobody or for another name is refused before anything is sent, whatever the environment says', async (t) => {
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

test('a port where nobody listens takes no connection, and what nobody knows has no name', async (t) => {
  const subscriber = await startSubscriber(t);
  await subscriber.close();
  const client = startClient(t);
  const refused = await client.post(subscriber.callback(), {}, BODY);
  assertUnreached(refused, 'connection', 'ECONNREFUSED');
  assert.deepEqual(await client.post('https://unknown.test/', {}, BODY), {
    kind: 'unreached',
    fault: 'name',
    code: 'ENOTFOUND',
    message: 'its host name does not exist',
  });
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
  await Promise.all([
    ...slow.map((callback) => assertLate(verify(client, callback))),
    ...slow.map((callback) => assertLate(client.post(callback, {}, BODY))),
    assertLate(verify(client, await callbackThat('drip'))),
    assertLate(client.post(deaf.callback(), {}, [Buffer.alloc(30_000_000)])),
  ]);
});

test('a request that waits for a connection does not wait beyond its deadline', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'hang');
  const client = startClient(t, { ...SHORT, connectionsPerHost: 1 });
  const post = (path?: string) => client.post(subscriber.callback(path), {}, BODY);
  const count = 5;
  await Promise.all(Array.from({ length: count }, () => assertLate(post())));
  subscriber.behave(() => undefined);
  assert.equal((await post('/next')).kind, 'answered');
  // Deadlines are not all of one moment: who follows the first may be sent in what is left of its
  // own. Were those sent whose time is up, all of them would have come.
  const urls = subscriber.received.map(({ url }) => url);
  assert.equal(urls.at(-1), '/next');
  assert.ok(urls.length - 1 < count, `${urls.length - 1} were sent.`);
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
    assert.deepEqual(answer, { kind: 'answered', status: 200, retryAfter: undefined });
    await waitUntil('the end', () => subscriber.openConnections === 0, mostMs);
  }
});
