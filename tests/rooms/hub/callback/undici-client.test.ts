import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import { atEnd } from '../../../support/at-end.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { recordConnections, resolveFrom, startClient, startTcp } from './ask-callback.ts';

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

for (const target of ['/?a=1&a=2', '/%2e%2e/%7E', `//!$&'()*+,;="<>[]^\`{|}~?`]) {
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

for (const status of [301, 303, 308]) {
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

test('deliveries keep a connection, verifications never do', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t, { connectionsPerHost: 1 });
  for (let count = 0; count < 3; count += 1) {
    await client.post(subscriber.callback(), {}, [Buffer.from('x')]);
  }
  assert.equal(subscriber.connections, 1);
  for (let count = 0; count < 3; count += 1) {
    await client.get(subscriber.callback(), PARAMETERS, MAX_BYTES);
  }
  assert.equal(subscriber.connections, 4);
});

test('only verifications are admitted, each by all of its addresses', async (t) => {
  const subscriber = await startSubscriber(t);
  const { port } = new URL(subscriber.origin);
  const callback = `https://a.subscriber.test:${port}/`;
  const seen: string[] = [];
  let isAdmitted = true;
  const client = startClient(t, {
    resolve: resolveFrom({ 'a.subscriber.test': ['127.0.0.1'] }),
    admit: (addresses) => {
      seen.push(...addresses);
      return isAdmitted;
    },
  });
  assert.equal((await client.get(callback, PARAMETERS, MAX_BYTES)).kind, 'answered');
  isAdmitted = false;
  assert.deepEqual(await client.get(callback, PARAMETERS, MAX_BYTES), {
    kind: 'unreached',
    fault: 'crowded',
    message: 'Too many requests went to this network.',
  });
  assert.equal((await client.post(callback, {}, [Buffer.from('x')])).kind, 'answered');
  assert.deepEqual(seen, ['127.0.0.1', '127.0.0.1']);
  assert.equal(subscriber.connections, 2);
});

test('a callback that may not be one any longer is blocked', async (t) => {
  const { opened, connect } = recordConnections();
  const client = startClient(t, {
    connect,
    isAllowed: createAddressJudge([]),
    ports: [{ first: 443, last: 443 }],
  });
  for (const callback of ['http://a.test/', 'https://a.test:444/', 'https://127.0.0.1/', '']) {
    const answer = await client.post(callback, {}, [Buffer.from('x')]);
    assert.ok(answer.kind === 'unreached');
    assert.equal(answer.fault, 'blocked');
    assert.match(answer.message, /hub\.callback/);
  }
  assert.deepEqual(opened, []);
});

test('the next address is tried where one refuses', async (t) => {
  const subscriber = await startSubscriber(t, { address: '127.0.0.2' });
  const { port } = new URL(subscriber.origin);
  const resolve = resolveFrom({ 'a.subscriber.test': ['127.0.0.64', '127.0.0.2'] });
  const client = startClient(t, { resolve });
  const answer = await client.post(`https://a.subscriber.test:${port}/`, {}, [Buffer.from('x')]);
  assert.equal(answer.kind, 'answered');
});

test('proxies of the environment see nothing', async (t) => {
  const proxy = await startTcp(t, (socket) => socket.end());
  const address = `http://127.0.0.1:${proxy.port}`;
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY'];
  Object.assign(process.env, { NODE_USE_ENV_PROXY: '1' });
  for (const name of names) process.env[name] = address;
  atEnd(t, () => {
    for (const name of [...names, 'NODE_USE_ENV_PROXY']) delete process.env[name];
  });
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  await client.get(subscriber.callback(), PARAMETERS, MAX_BYTES);
  await client.post(subscriber.callback(), {}, [Buffer.from('x')]);
  assert.deepEqual([proxy.connections(), subscriber.received.length], [0, 2]);
});

test('what is under way when the client closes was not reached, by our own fault', async (t) => {
  const subscriber = await startSubscriber(t);
  const handshaking = await startTcp(t, () => {});
  subscriber.behave(() => 'hang');
  const client = startClient(t);
  const callbacks = [subscriber.callback(), `https://127.0.0.1:${handshaking.port}/`];
  const under = callbacks.flatMap((callback) => [
    client.get(callback, PARAMETERS, MAX_BYTES),
    client.post(callback, {}, [Buffer.from('x')]),
  ]);
  await subscriber.waitFor(2);
  await client.close();
  const late = [
    client.get(subscriber.callback(), PARAMETERS, MAX_BYTES),
    client.post(subscriber.callback(), {}, [Buffer.from('x')]),
  ];
  for (const answer of await Promise.all([...under, ...late])) {
    assert.ok(answer.kind === 'unreached');
    assert.equal(answer.fault, 'local');
  }
  assert.equal(subscriber.received.length, 2);
});

test('a host that takes a connection can be reached, and is sent no request', async (t) => {
  const good = await startSubscriber(t);
  const untrusted = await startSubscriber(t, { certificate: 'untrusted' });
  const client = startClient(t);
  assert.equal(await client.canReach(good.callback('/a?b')), true);
  assert.equal(await client.canReach(untrusted.callback()), true);
  const blocking = startClient(t, { isAllowed: () => false });
  assert.equal(await blocking.canReach(good.callback()), false);
  assert.deepEqual([good.connections, good.received], [1, []]);
  await good.close();
  assert.equal(await client.canReach(good.callback()), false);
});
