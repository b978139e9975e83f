import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import type { Behaviour, Subscriber } from '../support/subscriber.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startHubService, TOPIC, TOPICS } from '../support/websub-hub.ts';
import { createStart } from '../support/websub-subscribers.ts';

// Exact times, by a manual clock: tests/journeys/hub/verification.test.ts and tests/journeys/hub/leases.test.ts.
const hub = await startHubService({ after }, { env: { HUB_LEASE_MIN_SECONDS: '1' } });
const start = createStart({ after });

let edits = 0;
/** Changes the content; resolves to what the change says when all that can be is delivered. */
async function publish(): Promise<string> {
  const text = `Edition ${++edits}: größer & “besser” 🙂`;
  await hub.announce(text);
  await hub.settled();
  return text;
}

/** What a subscriber was sent of reviews.json: the secret that signs it, or none. */
function signedWith({ deliveries }: Subscriber, secrets: readonly string[]) {
  return deliveries.map(({ headers, body }) => {
    const signature = headers['x-hub-signature'];
    if (signature === undefined) return 'nothing';
    return secrets.find((secret) => {
      return signature === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    });
  });
}

const rejecting: Behaviour = { status: 200, body: 'no' };

test('H9 §5.1: a renewal that is not verified leaves the secret and the subscription', async (t) => {
  const subscriber = await start(t);
  await hub.subscribe(subscriber.callback(), { 'hub.secret': 'old' });
  subscriber.behave(({ method }) => (method === 'GET' ? rejecting : undefined));
  await hub.subscribe(subscriber.callback(), { 'hub.secret': 'new', 'hub.lease_seconds': '1' });
  assert.equal(subscriber.verifications.length, 2);
  await publish();
  assert.deepEqual(signedWith(subscriber, ['old', 'new']), ['old']);
});

test('H9 §5.1: a renewal that is verified replaces the secret; one without secret takes it away', async (t) => {
  const subscriber = await start(t);
  for (const secret of ['old', 'new', '']) {
    await hub.subscribe(subscriber.callback(), { 'hub.secret': secret });
    await publish();
  }
  assert.deepEqual(signedWith(subscriber, ['old', 'new']), ['old', 'new', 'nothing']);
});

test('H9 §5.1: an unsubscription that is not verified changes nothing', async (t) => {
  const subscriber = await start(t);
  await hub.subscribe(subscriber.callback());
  subscriber.behave(({ method }) => (method === 'GET' ? { status: 404 } : undefined));
  await hub.unsubscribe(subscriber.callback());
  assert.equal(subscriber.verifications.length, 2);
  await publish();
  assert.equal(subscriber.deliveries.length, 1);
});

test('H10 §1: topic and callback together are the key', async (t) => {
  const subscriber = await start(t);
  const before = await hub.active();
  for (const path of ['/a?x=1', '/a?x=2', '/a?x=1']) await hub.subscribe(subscriber.callback(path));
  assert.equal(await hub.active(), before + 2);
  for (const topic of TOPICS) {
    await hub.subscribe(subscriber.callback('/all'), { 'hub.topic': topic });
  }
  await publish();
  assert.deepEqual(subscriber.deliveries.map(({ url }) => url).sort(), [
    '/a?x=1',
    '/a?x=2',
    '/all',
    '/all',
    '/all',
  ]);
});

/** Subscribes for a second, and resolves when that is over. */
async function outlive(subscriber: Subscriber): Promise<void> {
  const expired = async () => {
    const { topics } = await hub.status();
    return topics.find(({ topic }) => topic === TOPIC)?.subscriptions.expired ?? 0;
  };
  const before = await expired();
  await hub.subscribe(subscriber.callback(), { 'hub.lease_seconds': '1' });
  await waitUntil('the lease has ended', async () => (await expired()) > before);
}

test('H18 §8.2, part 3: nothing is delivered after the lease', async (t) => {
  const brief = await start(t);
  const lasting = await start(t);
  await hub.subscribe(lasting.callback(), { 'hub.lease_seconds': '60' });
  await outlive(brief);
  await publish();
  assert.deepEqual([brief.deliveries.length, lasting.deliveries.length], [0, 1]);
  assert.equal(brief.verifications.length, 1, 'the subscriber knew the date');
});

test('part 3: who renews before the end gets what comes after it', async (t) => {
  const subscriber = await start(t);
  const brief = await start(t);
  await hub.subscribe(subscriber.callback(), { 'hub.lease_seconds': '1' });
  await hub.subscribe(subscriber.callback(), { 'hub.lease_seconds': '60' });
  await outlive(brief);
  await publish();
  assert.equal(subscriber.deliveries.length, 1);
});

test('H28 §5.1, part 3: after a verified unsubscription nothing comes', async (t) => {
  const subscriber = await start(t);
  const other = await start(t);
  for (const { callback } of [subscriber, other]) await hub.subscribe(callback());
  await publish();
  await hub.unsubscribe(subscriber.callback());
  const [, asked] = subscriber.verifications;
  assert.match(asked?.url ?? '', /hub\.mode=unsubscribe&.*hub\.challenge=/);
  await publish();
  assert.deepEqual([subscriber.deliveries.length, other.deliveries.length], [1, 2]);
});

test('part 3: while it is verified a request is pending, and has no effect', async (t) => {
  const subscriber = await start(t);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  subscriber.behave(({ method }) => (method === 'GET' ? promise : undefined));
  const subscribing = hub.subscribe(subscriber.callback());
  await subscriber.waitFor(1);
  await publish();
  const topic = (await hub.status()).topics.find((one) => one.topic === TOPIC);
  assert.equal(topic?.subscriptions.pendingVerification, 1);
  const before = await hub.active();
  resolve(undefined);
  await subscribing;
  assert.equal(await hub.active(), before + 1);
  assert.equal(subscriber.deliveries.length, 0, 'what changed before is not sent');
});
