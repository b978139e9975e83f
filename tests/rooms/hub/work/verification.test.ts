import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { intentOf, never, saying, startHub, TOPIC, unreached } from './hub-in-process.ts';

test('H5 §5.1.2, H15 §5.3, part 3: the callback is asked at once, and nothing changes until it agrees', async (t) => {
  const { request, callbacks, clock, subscriptions } = await startHub(t);
  const asked = Promise.withResolvers<undefined>();
  callbacks.script = { get: () => asked.promise };
  const topicAsGiven = TOPIC.replace('reviews.json', 'reviews%2Ejson');
  const startedAt = clock.now();
  assert.equal(await request({ topicAsGiven, leaseSeconds: 3600 }), 'accepted');
  const parameters = {
    'hub.mode': 'subscribe',
    'hub.topic': topicAsGiven,
    'hub.challenge': 'challenge-0',
    'hub.lease_seconds': '3600',
  };
  assert.deepEqual(callbacks.asked, [{ callback: intentOf().callback, parameters }]);
  await clock.advance(5_000);
  assert.deepEqual(await subscriptions(), []);
  asked.resolve(undefined);
  await clock.advance(100);
  // The lease runs from the verification request on.
  assert.equal((await subscriptions())[0]?.expiresAt, startedAt + 3_600_000);
});

test('H17 §5.3.1, part 3: any other answer rejects the subscription, at once and for good', async (t) => {
  const { request, callbacks, clock, subscriptions, store } = await startHub(t);
  callbacks.script = { get: () => saying('challenge-0\n') };
  await request();
  await clock.advance(600_000);
  assert.equal(callbacks.asked.length, 1);
  assert.deepEqual(await subscriptions(), []);
  assert.equal(await store.nextVerificationAt(), undefined);
});

test('where no answer comes the callback is asked three times in all, each with another challenge', async (t) => {
  const { request, callbacks, clock, subscriptions, store } = await startHub(t);
  callbacks.script = { get: () => unreached('response') };
  await request();
  for (const [ms, times] of [[0, 1] as const, [10_000, 2] as const, [60_000, 3] as const]) {
    await clock.advance(ms);
    assert.equal(callbacks.asked.length, times);
  }
  await clock.advance(3_600_000);
  const challenges = callbacks.asked.map(({ parameters }) => parameters['hub.challenge']);
  assert.deepEqual([challenges.length, new Set(challenges).size], [3, 3]);
  assert.deepEqual(await subscriptions(), []);
  assert.equal(await store.nextVerificationAt(), undefined);
});

test('H28 §5.1, part 3: an unsubscription is verified, too, and then nothing is delivered', async (t) => {
  const { request, callbacks, publish, subscriptions } = await startHub(t);
  assert.equal(await request({ mode: 'unsubscribe' }), 'unknown');
  assert.equal(callbacks.asked.length, 0);
  await request();
  callbacks.script = { get: () => saying('no') };
  await request({ mode: 'unsubscribe' });
  await publish('still delivered');
  callbacks.script = {};
  await request({ mode: 'unsubscribe' });
  assert.equal(callbacks.asked.at(-1)?.parameters['hub.mode'], 'unsubscribe');
  await publish('not delivered');
  assert.deepEqual([callbacks.texts(), await subscriptions()], [['still delivered'], []]);
});

test('H9 §5.1: a failed renewal changes nothing; a verified one replaces secret and lease', async (t) => {
  const { request, callbacks, clock, publish, subscriptions } = await startHub(t);
  await request({ secret: 'old', leaseSeconds: 1_000 });
  const [before] = await subscriptions();
  const renewal = { leaseSeconds: 100_000 };
  callbacks.script = { get: () => saying('no') };
  await clock.advance(60_000);
  await request(renewal);
  // Only why is kept.
  const [kept] = await subscriptions();
  assert.equal(kept?.refusal?.kind, 'challenge');
  assert.deepEqual({ ...kept, refusal: undefined, refusedAt: undefined }, before);
  callbacks.script = {};
  await publish('one');
  const renewedAt = clock.now();
  await request(renewal);
  assert.equal((await subscriptions())[0]?.expiresAt, renewedAt + 100_000_000);
  await publish('two');
  const signatures = callbacks.delivered.map(({ headers }) => headers['X-Hub-Signature']);
  assert.deepEqual(signatures.map(Boolean), [true, false]);
});

test('what was accepted and not verified is verified after a restart', async (t) => {
  const first = await startHub(t);
  first.callbacks.script = { get: never };
  await first.request({ secret: 'kept' });
  // As a kill would leave it: the claim of the dead process stands.
  const second = await first.restart();
  await second.clock.advance(100);
  assert.equal(second.callbacks.asked.length, 1);
  assert.equal((await second.subscriptions())[0]?.secret, 'kept');
});

test('ten verifications of one host are made at once, and then ten a minute', async (t) => {
  const { request, callbacks, clock } = await startHub(t, { settings: { isRateLimited: true } });
  for (let index = 0; index < 30; index++) {
    await request({ callback: `https://busy.example/${index}` });
  }
  const ofBusy = () => callbacks.asked.filter(({ callback }) => callback.includes('busy')).length;
  const first = ofBusy();
  assert.ok(first >= 10 && first <= 11, `${first}`);
  await request({ callback: 'https://other.example/' });
  assert.equal(callbacks.asked.length, first + 1);
  await clock.advance(60_000);
  assert.ok(ofBusy() >= 19 && ofBusy() <= 21, `${ofBusy()}`);
  await clock.advance(60_000);
  assert.equal(ofBusy(), 30);
});

test('no more verifications are in flight than the bounds say, of one host and in all', async (t) => {
  const settings = { concurrency: 5, concurrencyPerHost: 2 };
  const { request, callbacks } = await startHub(t, { settings });
  callbacks.script = { get: never };
  for (let index = 0; index < 12; index++) {
    await request({ callback: `https://h${index % 4}.example/${index}` });
  }
  assert.equal(callbacks.mostInFlight, 5);
  assert.equal(Math.max(...callbacks.inFlight.values()), 2);
});

test('part 8: a host and the hub have bounds on subscriptions, and renewals pass them', async (t) => {
  const settings = { maxSubscriptions: 3, maxSubscriptionsPerHost: 2 };
  const { request, callbacks } = await startHub(t, { settings });
  for (const [callback, answer] of [
    ['https://one.example/a', 'accepted'],
    ['https://one.example/b', 'accepted'],
    ['https://one.example/c', 'host-full'],
    ['https://two.example/', 'accepted'],
    ['https://three.example/', 'full'],
    ['https://one.example/a', 'accepted'],
  ] as const) {
    assert.equal(await request({ callback }), answer, callback);
  }
  assert.equal(callbacks.asked.length, 4);
});

test('a request whose time comes while the store says what is next does not wait for another', async (t) => {
  const clock = new ManualClock();
  const file = join(createFolder(t), 'hub.sqlite');
  const store = await openStore({ databaseUrl: undefined, file }, clock.now);
  let gate = Promise.resolve();
  const slow = {
    ...store,
    nextVerificationAt: async () => {
      const next = await store.nextVerificationAt();
      await gate;
      return next;
    },
  };
  const settings = { retryDelays: [1] };
  const { request, callbacks } = await startHub(t, { clock, store: slow, settings });
  const late = 'https://late.example/';
  callbacks.script = {
    get: ({ callback }) => (callback === late ? unreached('response') : undefined),
  };
  const attempts = () => callbacks.asked.filter(({ callback }) => callback === late).length;
  await request({ callback: late });
  assert.equal(attempts(), 1);

  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  await request();
  await clock.advance(1_000);
  resolve();
  await clock.advance(1_000);
  assert.equal(attempts(), 2);
});
