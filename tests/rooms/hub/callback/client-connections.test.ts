import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import { createResolveName } from '../../../../sidecar/hub/callback/resolve-name.ts';
import { atEnd } from '../../../support/at-end.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { recordConnections, resolveFrom, startClient } from '../../../support/subscriber-client.ts';
import { startTcp } from '../../../support/subscriber-raw.ts';

const CHALLENGE = 'n0t-so_rand0m';
const PARAMETERS = [
  ['hub.mode', 'subscribe'],
  ['hub.challenge', CHALLENGE],
] as const;
const MAX_BYTES = CHALLENGE.length;

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

test('localhost is resolved and reached', async (t) => {
  const subscriber = await startSubscriber(t);
  const { port } = new URL(subscriber.origin);
  const client = startClient(t, { resolve: createResolveName() });
  const answer = await client.get(`https://localhost:${port}/`, PARAMETERS, MAX_BYTES);
  assert.equal(answer.kind, 'answered');
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

test('200 requests may be under way at a time', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t, { connectionsPerHost: 20 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => [
      client.get(subscriber.callback(`/${index}`), PARAMETERS, MAX_BYTES),
      client.post(subscriber.callback(`/${index}`), {}, [Buffer.from('x')]),
    ]).flat(),
  );
  assert.ok(answers.every(({ kind }) => kind === 'answered'));
  assert.equal(new Set(subscriber.received.map(({ url }) => url)).size, 200);
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
