import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../support/lifetime.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import {
  assertUnreached,
  BODY,
  CHALLENGE,
  LOOPBACK,
  recordConnections,
  resolveFrom,
  startClient,
  verify,
} from './ask-callback.ts';

const QUERY = `hub.challenge=${CHALLENGE}`;
const AGENT = 'reviews/1 (+https://reviews.test/api/websub/hub)';
const answered = (status: number, retryAfter?: string) => {
  return { kind: 'answered', status, retryAfter };
};

test('H16 §5.1.1: a verification is a GET with our parameters behind the callback’s own query', async (t) => {
  const subscriber = await startSubscriber(t);
  const answer = await verify(startClient(t), subscriber.callback('/a/../b?x=%2F+%20&x'));
  assert.deepEqual(answer, { ...answered(200), body: Buffer.from(CHALLENGE) });
  const [received] = subscriber.verifications;
  assert.equal(received?.url, `/a/../b?x=%2F+%20&x&${QUERY}`);
  assert.deepEqual(received?.headers, {
    host: new URL(subscriber.origin).host,
    connection: 'close',
    'user-agent': AGENT,
  });
});

test('H22 §7: a delivery is a POST with these headers and exactly this body, byte for byte there', async (t) => {
  const subscriber = await startSubscriber(t);
  const body = Buffer.from('<feed>«é» \u0000</feed>');
  const link = '<a>; rel="hub", <b>; rel="self"';
  const headers = { 'Content-Type': 'application/atom+xml', Link: link };
  const target = `//%2e%2e/%7E!$&'()*+,;="<>[]^\`{|}~?a=1&a=2?`;
  const answer = await startClient(t).post(subscriber.callback(target), headers, [body]);
  assert.deepEqual(answer, answered(204));
  const [received] = subscriber.deliveries;
  assert.equal(received?.url, target);
  assert.deepEqual(received?.body, body);
  assert.deepEqual(received?.headers, {
    host: new URL(subscriber.origin).host,
    connection: 'keep-alive',
    'content-type': 'application/atom+xml',
    link,
    'user-agent': AGENT,
    'content-length': String(body.length),
  });
});

test('H23 §7, H17 §5.3.1: a redirect is an answer that is not followed, and Retry-After is passed on', async (t) => {
  const elsewhere = await startSubscriber(t);
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  for (const status of [301, 308]) {
    const headers = { Location: elsewhere.callback(`/?${QUERY}`), 'Retry-After': ' 120 ' };
    subscriber.behave(() => ({ status, headers, body: CHALLENGE }));
    const got = await verify(client, subscriber.callback());
    const posted = await client.post(subscriber.callback(), {}, BODY);
    const head = answered(status, '120');
    assert.deepEqual([got, posted], [{ ...head, body: Buffer.alloc(0) }, head]);
  }
  assert.deepEqual([elsewhere.connections, subscriber.received.length], [0, 4]);
});

test('deliveries keep a connection, verifications never do', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t, { connectionsPerHost: 1 });
  for (let count = 0; count < 3; count++) await client.post(subscriber.callback(), {}, BODY);
  assert.equal(subscriber.connections, 1);
  for (let count = 0; count < 3; count++) await verify(client, subscriber.callback());
  assert.equal(subscriber.connections, 4);
});

test('verifications are admitted by whoever asks for them, each by all of its addresses', async (t) => {
  const subscriber = await startSubscriber(t);
  const callback = `https://a.subscriber.test:${subscriber.port}/`;
  const seen: (readonly string[])[] = [];
  let isAdmitted = true;
  const resolve = resolveFrom({ 'a.subscriber.test': ['127.0.0.1', '127.0.0.64'] });
  const client = startClient(t, { resolve });
  const admit = (addresses: readonly string[]) => {
    seen.push(addresses);
    return isAdmitted;
  };
  const ask = () => client.get(callback, [], { maxBytes: 1, admit });
  assert.equal((await ask()).kind, 'answered');
  isAdmitted = false;
  assertUnreached(await ask(), 'crowded');
  assert.equal((await client.post(callback, {}, BODY)).kind, 'answered');
  const all = ['127.0.0.1', '127.0.0.64'];
  assert.deepEqual(seen, [all, all]);
  assert.equal(subscriber.connections, 2);
});

test('an IPv4 address in IPv6 is connected to as it is given', async (t) => {
  const { opened, connect } = recordConnections();
  const client = startClient(t, { connect });
  const callback = 'https://[::ffff:127.0.0.1]:8443/';
  await verify(client, callback);
  await client.post(callback, {}, BODY);
  await client.probe(callback);
  const address = { address: '::ffff:7f00:1', family: 6 };
  assert.deepEqual(opened, [[address], [address], [address]]);
});

test('proxies of the environment see nothing', async (t) => {
  const proxy = await startSubscriber(t);
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY'];
  process.env.NODE_USE_ENV_PROXY = '1';
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  atEnd(t, () => {
    for (const name of [...names, 'NODE_USE_ENV_PROXY']) delete process.env[name];
  });
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  await verify(client, subscriber.callback());
  await client.post(subscriber.callback(), {}, BODY);
  assert.deepEqual([proxy.connections, subscriber.received.length], [0, 2]);
});

test('a delivery has all of its time, and a verification 10 s of it', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t, { timeoutMs: 300_000 });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [send, ms] of [
    [() => client.post(subscriber.callback(), {}, BODY), 300_000],
    [() => verify(client, subscriber.callback()), 10_000],
  ] as const) {
    for (const [passed, kind] of [
      [ms - 1, 'answered'],
      [ms, 'unreached'],
    ] as const) {
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<undefined>();
      subscriber.behave(() => {
        asked.resolve();
        return answer.promise;
      });
      const result = send();
      await Promise.race([asked.promise, result]);
      t.mock.timers.tick(passed);
      answer.resolve(undefined);
      assert.equal((await result).kind, kind);
    }
  }
});

test('what is in flight when the client closes was not reached, by our own fault', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'hang');
  const handshaking = await startSubscriber(t);
  handshaking.take(() => {});
  const client = startClient(t);
  const ask = (callback: string) => [verify(client, callback), client.post(callback, {}, BODY)];
  const inFlight = [subscriber, handshaking].flatMap(({ callback }) => ask(callback()));
  await subscriber.waitFor(2);
  await client.close();
  for (const answer of await Promise.all([...inFlight, ...ask(subscriber.callback())])) {
    assert.equal(answer.kind === 'unreached' && answer.fault, 'local');
  }
  assert.equal(subscriber.received.length, 2);
});

test('a probe makes a connection with all that a request would, and sends none', async (t) => {
  const good = await startSubscriber(t);
  const untrusted = await startSubscriber(t, { certificate: 'untrusted' });
  const resolve = resolveFrom({ 'a.subscriber.test': ['127.0.0.64', '127.0.0.1'] });
  const client = startClient(t, { resolve });
  const reached = await client.probe(`https://a.subscriber.test:${good.port}/a?b`);
  assert.ok(reached.kind === 'reached', JSON.stringify(reached));
  assert.deepEqual(reached.addresses, ['127.0.0.64', '127.0.0.1']);
  assert.match(reached.protocol, /^TLSv1\.[23]$/);
  assert.ok(reached.tcpMs >= 0 && reached.tlsMs > 0);
  assert.ok((reached.validTo ?? 0) > Date.now());
  const blocking = startClient(t, { rules: { ...LOOPBACK, isAllowed: () => false } });
  for (const [one, callback, fault] of [
    [client, untrusted.callback(), 'tls'],
    [blocking, good.callback(), 'address'],
  ] as const) {
    const refused = await one.probe(callback);
    assert.equal('fault' in refused && refused.fault, fault);
  }
  assert.deepEqual([good.connections, good.received], [1, []]);
});
