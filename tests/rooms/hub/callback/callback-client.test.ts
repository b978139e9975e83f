import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../support/lifetime.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import {
  assertUnreached,
  BODY,
  CHALLENGE,
  resolveFrom,
  startClient,
  verify,
} from './ask-callback.ts';

const QUERY = `hub.challenge=${CHALLENGE}`;
const USER_AGENT = { 'user-agent': 'reviews/1 (+https://reviews.test/api/websub/hub)' };
const answered = (status: number, retryAfter?: string) => {
  return { kind: 'answered', status, retryAfter, body: Buffer.alloc(0) };
};

test('H22 §7: a delivery is a POST with these headers and exactly this body, byte for byte there', async (t) => {
  const subscriber = await startSubscriber(t);
  const body = Buffer.from('<feed>«é» \u0000</feed>');
  const headers = { 'content-type': 'application/atom+xml', link: '<a>; rel="hub"' };
  const target = `//%2e%2e/%7E!$&'()*+,;="<>[]^\`{|}~?a=1&a=2?`;
  const answer = await startClient(t).post(subscriber.callback(target), headers, [body]);
  assert.deepEqual(answer, answered(204));
  const [received] = subscriber.deliveries;
  assert.deepEqual([received?.url, received?.body], [target, body]);
  const { host } = new URL(subscriber.origin);
  const length = { 'content-length': `${body.length}` };
  const ours = { host, connection: 'keep-alive', ...USER_AGENT, ...length };
  assert.deepEqual(received?.headers, { ...headers, ...ours });
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
    assert.deepEqual([got, posted], [head, head]);
  }
  assert.deepEqual([elsewhere.connections, subscriber.received.length], [0, 4]);
});

test('deliveries keep a connection; each verification is admitted by all of its addresses', async (t) => {
  const subscriber = await startSubscriber(t);
  const callback = `https://a.subscriber.test:${subscriber.port}/`;
  const addresses = ['127.0.0.1', '127.0.0.64'];
  const resolve = resolveFrom({ 'a.subscriber.test': addresses });
  const client = startClient(t, { resolve, connectionsPerHost: 1 });
  const seen: (readonly string[])[] = [];
  const ask = (isAdmitted: boolean) => {
    const admit = (found: readonly string[]) => seen.push(found) > 0 && isAdmitted;
    return client.get(callback, {}, { maxBytes: 1, admit });
  };
  for (let count = 0; count < 3; count++) {
    assert.equal((await client.post(callback, {}, BODY)).kind, 'answered');
  }
  assert.equal(subscriber.connections, 1);
  for (let count = 0; count < 2; count++) assert.equal((await ask(true)).kind, 'answered');
  assertUnreached(await ask(false), 'crowded');
  assert.deepEqual(seen, [addresses, addresses, addresses]);
  assert.equal(subscriber.connections, 3);
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
  const post = () => client.post(subscriber.callback(), {}, BODY);
  const get = () => verify(client, subscriber.callback());
  for (const [send, passed, kind] of [
    [post, 299_999, 'answered'],
    [post, 300_000, 'unreached'],
    [get, 9_999, 'answered'],
    [get, 10_000, 'unreached'],
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
    assertUnreached(answer, 'local', '^UND_ERR_(CLOSED|DESTROYED)$');
  }
  assert.equal(subscriber.received.length, 2);
});
