import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../support/at-end.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { resolveFrom, startClient } from '../../../support/subscriber-client.ts';
import { startTcp, startTls } from '../../../support/subscriber-raw.ts';
import { assertBroken, BODY, CHALLENGE, SHORT, verify } from './ask-callback.ts';

test('a callback that resets is asked once', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'reset');
  const client = startClient(t);
  assertBroken(await verify(client, subscriber.callback()));
  assertBroken(await client.post(subscriber.callback(), {}, BODY));
  assertBroken(await client.post(subscriber.callback(), {}, [Buffer.alloc(2_000_000)]));
  assert.deepEqual([subscriber.connections, subscriber.received.length], [3, 3]);
});

test('a callback that closes as soon as TLS is up is asked once', async (t) => {
  const server = await startTls(t, (socket) => socket.destroy());
  const client = startClient(t);
  assertBroken(await verify(client, `https://127.0.0.1:${server.port}/`));
  assertBroken(await client.post(`https://127.0.0.1:${server.port}/`, {}, BODY));
  assert.equal(server.connections(), 2);
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
