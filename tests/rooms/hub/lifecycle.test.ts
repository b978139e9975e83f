import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Intent } from '../../../sidecar/hub/store/rows.ts';
import { HUB_SETTINGS as DEFAULTS } from '../routes/serve-hub.ts';
import { intentOf, saying, startHub, status, TOPIC } from './work/hub-in-process.ts';

/*
 * The lifecycle of a subscription as the specification has it (part 3), row by row, in a hub without
 * configuration. The row "plain HTTP" is a form that never becomes an intent: request.test.ts.
 */

const CALLBACK = intentOf().callback;
const MINUTE = 60_000;

type World = Awaited<ReturnType<typeof startHub>>;

/** The states of all rows, an end with its reason. */
async function states({ rows }: World): Promise<string[]> {
  return (await rows()).map((row) => (row.state === 'ended' ? `ended: ${row.reason}` : row.state));
}

const start = (t: Parameters<typeof startHub>[0]) => startHub(t, { settings: DEFAULTS });

/** Waits until the next change is sent at once. */
const pause = ({ clock }: World) => clock.advance(DEFAULTS.minInterval * 1000);

async function subscribed(t: Parameters<typeof startHub>[0], changes: Partial<Intent> = {}) {
  const world = await start(t);
  await world.request(changes);
  assert.deepEqual(await states(world), ['active']);
  return world;
}

/** Publishes news; then this was delivered in all. */
async function assertDelivered({ publish, callbacks }: World, ...texts: string[]) {
  await publish('news');
  assert.deepEqual(callbacks.texts(), texts);
}

test('H5 §5.1.2, H14 §5.2: none, subscribe over HTTPS: pending verification; the hub sends a verification GET at once', async (t) => {
  const world = await start(t);
  world.callbacks.script = { get: () => new Promise(() => {}) };
  assert.equal(await world.request(), 'accepted');
  assert.deepEqual(await states(world), ['pending']);
  assert.deepEqual(world.callbacks.asked, [
    {
      callback: CALLBACK,
      parameters: {
        'hub.mode': 'subscribe',
        'hub.topic': TOPIC,
        'hub.challenge': 'challenge-0',
        'hub.lease_seconds': '864000',
      },
    },
  ]);
  await assertDelivered(world);
});

for (const code of [200, 299]) {
  test(`pending, ${code} with exactly the challenge: active; notifications begin, for the lease`, async (t) => {
    const world = await start(t);
    world.callbacks.script = { get: () => saying('challenge-0', code) };
    await world.request({ leaseSeconds: 120 });
    assert.deepEqual(await states(world), ['active']);
    await assertDelivered(world, 'news');
    const [row] = await world.subscriptions();
    assert.equal((row?.expiresAt ?? 0) - (row?.verifiedAt ?? 0), 120_000);
  });
}

for (const [what, answer] of [
  ['404', saying('challenge-0', 404)],
  ['a redirect', saying('challenge-0', 302)],
  ['200 with another body', saying('challenge-0\n')],
  ['200 without a body', saying('')],
] as const) {
  test(`pending, ${what}: rejected; no subscription is created`, async (t) => {
    const world = await start(t);
    world.callbacks.script = { get: () => answer };
    await world.request();
    assert.deepEqual(await states(world), ['ended: refused']);
    await assertDelivered(world);
  });
}

test('active, unsubscribe: the handshake runs again, and notifications go on until it succeeds', async (t) => {
  const world = await subscribed(t);
  world.callbacks.script = { get: () => saying('no') };
  await world.request({ mode: 'unsubscribe' });
  assert.equal(world.callbacks.asked.at(-1)?.parameters['hub.mode'], 'unsubscribe');
  await assertDelivered(world, 'news');
  assert.deepEqual(await states(world), ['active']);
});

test('H28 §5.1: pending removal, the handshake succeeds: removed; notifications stop', async (t) => {
  const world = await subscribed(t);
  await world.request({ mode: 'unsubscribe' });
  assert.deepEqual(await states(world), ['ended: unsubscribed']);
  await assertDelivered(world);
  await world.request();
  assert.deepEqual(await states(world), ['active']);
});

test('H26 §7, part 6 rule 5, part 8: active, 3 consecutive failed notifications: removed; the subscriber must subscribe again', async (t) => {
  const world = await subscribed(t);
  world.callbacks.script = { post: () => status(500) };
  for (const text of ['one', 'two']) {
    await world.publish(text);
    await pause(world);
  }
  assert.deepEqual(await states(world), ['active']);
  await world.publish('three');
  assert.deepEqual(await states(world), ['ended: failed']);
  world.callbacks.script = {};
  await world.clock.advance(MINUTE);
  assert.deepEqual(world.callbacks.texts(), ['one', 'two', 'three']);
  const notice = world.callbacks.asked.at(-1)?.parameters;
  assert.deepEqual(notice, {
    'hub.mode': 'denied',
    'hub.topic': TOPIC,
    'hub.reason': '3 consecutive deliveries failed',
  });
  await world.request();
  await world.publish('four');
  assert.equal(world.callbacks.texts().at(-1), 'four');
});

test('active, a failure between acknowledged ones: any 2xx begins the count again', async (t) => {
  const world = await subscribed(t);
  for (const [index, code] of [500, 404, 204, 500, 500].entries()) {
    world.callbacks.script = { post: () => status(code) };
    await world.publish(`change ${index}`);
    await pause(world);
  }
  assert.deepEqual(await states(world), ['active']);
});

test('H18 §8.2: active, the lease ends: nothing is sent any more', async (t) => {
  const world = await subscribed(t, { leaseSeconds: 300 });
  await world.clock.advance(300_000);
  await assertDelivered(world);
  await world.clock.advance(MINUTE);
  assert.deepEqual(await states(world), ['ended: expired']);
});

test('H9 §5.1: active, a renewal that fails changes nothing; one that succeeds replaces secret and lease', async (t) => {
  const world = await subscribed(t, { secret: 'old', leaseSeconds: 1_000 });
  const [before] = await world.subscriptions();
  world.callbacks.script = { get: () => saying('no') };
  await world.request({ leaseSeconds: 100_000 });
  const [kept] = await world.subscriptions();
  assert.equal(kept?.refusal?.kind, 'challenge');
  assert.deepEqual({ ...kept, refusal: undefined, refusedAt: undefined }, before);
  world.callbacks.script = {};
  await world.publish('one');
  const renewedAt = world.clock.now();
  await world.request({ leaseSeconds: 100_000 });
  assert.equal((await world.subscriptions())[0]?.expiresAt, renewedAt + 100_000_000);
  await pause(world);
  await world.publish('two');
  const signatures = world.callbacks.delivered.map(({ headers }) => headers['X-Hub-Signature']);
  assert.deepEqual(signatures.map(Boolean), [true, false]);
});

test('H10 §1: callbacks that differ in their query are two; one callback may have three topics', async (t) => {
  const { request, publish, callbacks } = await start(t);
  for (const query of ['?a=1', '?a=2', '?a=1']) await request({ callback: CALLBACK + query });
  const topic = TOPIC.replace('/reviews.json', '/feed.xml');
  await request({ callback: `${CALLBACK}?a=1`, topic });
  await publish('news');
  assert.deepEqual(callbacks.texts('?a=1'), ['news', 'news']);
  assert.deepEqual(callbacks.texts('?a=2'), ['news']);
});
