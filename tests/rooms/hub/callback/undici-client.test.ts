import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSubscriber } from '../../../support/subscriber.ts';
import { startClient } from '../../../support/subscriber-client.ts';

const CHALLENGE = 'n0t-so_rand0m';
const PARAMETERS = [
  ['hub.mode', 'subscribe'],
  ['hub.challenge', CHALLENGE],
] as const;
const QUERY = `hub.mode=subscribe&hub.challenge=${CHALLENGE}`;
const MAX_BYTES = CHALLENGE.length;

test('a verification is a GET with our parameters behind the callback’s own query', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  const answer = await client.get(
    subscriber.callback('/a/../b?x=%2F+%20&x'),
    PARAMETERS,
    MAX_BYTES,
  );
  assert.deepEqual(answer, {
    kind: 'answered',
    status: 200,
    retryAfter: undefined,
    body: Buffer.from(CHALLENGE),
  });
  const [received] = subscriber.received;
  assert.equal(received?.method, 'GET');
  assert.equal(received?.url, `/a/../b?x=%2F+%20&x&${QUERY}`);
  assert.deepEqual(received?.headers, {
    host: new URL(subscriber.origin).host,
    connection: 'close',
    'user-agent': 'reviews/1 (+https://reviews.test/api/websub/hub)',
  });
});

for (const target of ['/?a=1&a=2', '/b?', '/%2e%2e/%7E', '//b', `/!$&'()*+,;="<>[]^\`{|}~`]) {
  test(`H22 §7, H16 §5.1.1: ${target} arrives byte for byte`, async (t) => {
    const subscriber = await startSubscriber(t);
    const client = startClient(t);
    await client.post(subscriber.callback(target), {}, [Buffer.alloc(0)]);
    await client.get(subscriber.callback(target), [], MAX_BYTES);
    assert.deepEqual(
      subscriber.received.map(({ url }) => url),
      [target, target],
    );
  });
}

test('a delivery is a POST with these headers and exactly this body', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  const body = Buffer.from('<feed>«é» \u0000</feed>');
  const headers = {
    'Content-Type': 'application/atom+xml',
    Link: '<a>; rel="hub", <b>; rel="self"',
  };
  const answer = await client.post(subscriber.callback('/b?c'), headers, [body]);
  assert.deepEqual(answer, { kind: 'answered', status: 204, retryAfter: undefined });
  const [received] = subscriber.deliveries;
  assert.equal(received?.url, '/b?c');
  assert.deepEqual(received?.body, body);
  assert.deepEqual(received?.headers, {
    host: new URL(subscriber.origin).host,
    connection: 'keep-alive',
    'content-type': 'application/atom+xml',
    link: '<a>; rel="hub", <b>; rel="self"',
    'user-agent': 'reviews/1 (+https://reviews.test/api/websub/hub)',
    'content-length': String(body.length),
  });
});

test('a body of 10 MB arrives whole, with its length', async (t) => {
  const subscriber = await startSubscriber(t);
  const body = Buffer.alloc(10_000_001, 'Rezension «gut» ');
  await startClient(t).post(subscriber.callback(), {}, [body]);
  const [received] = subscriber.deliveries;
  assert.equal(received?.headers['content-length'], '10000001');
  assert.equal(received?.headers['transfer-encoding'], undefined);
  assert.ok(received?.body.equals(body));
});

for (const status of [200, 201, 202, 206, 299]) {
  test(`a verification that is answered with ${status} has its body`, async (t) => {
    const subscriber = await startSubscriber(t);
    subscriber.behave(() => ({ status, body: CHALLENGE }));
    const answer = await startClient(t).get(subscriber.callback(), PARAMETERS, MAX_BYTES);
    assert.ok(answer.kind === 'answered');
    assert.deepEqual([answer.status, answer.body.toString()], [status, CHALLENGE]);
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`H23 §7, H17 §5.3.1: ${status} is an answer that is not followed`, async (t) => {
    const elsewhere = await startSubscriber(t);
    const subscriber = await startSubscriber(t);
    const headers = { Location: elsewhere.callback(`/?${QUERY}`) };
    subscriber.behave(() => ({ status, headers, body: CHALLENGE }));
    const client = startClient(t);
    const got = await client.get(subscriber.callback(), PARAMETERS, MAX_BYTES);
    const posted = await client.post(subscriber.callback(), {}, [Buffer.from('x')]);
    const head = { kind: 'answered', status, retryAfter: undefined };
    assert.deepEqual([got, posted], [{ ...head, body: Buffer.alloc(0) }, head]);
    assert.deepEqual([elsewhere.connections, subscriber.received.length], [0, 2]);
  });
}

test('Retry-After is told as it was sent', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => ({ status: 503, headers: { 'Retry-After': ' 120 ' } }));
  const client = startClient(t);
  const posted = await client.post(subscriber.callback(), {}, [Buffer.from('x')]);
  const got = await client.get(subscriber.callback(), PARAMETERS, MAX_BYTES);
  const head = { kind: 'answered', status: 503, retryAfter: '120' };
  assert.deepEqual([posted, got], [head, { ...head, body: Buffer.alloc(0) }]);
});
