import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { createFolder } from '../../support/content-folder.ts';
import {
  intentOf,
  saying,
  startHub,
  status,
  TOPIC,
  unreached,
} from '../../support/hub-in-process.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const CALLBACK = intentOf().callback;

test('H15 §5.3: the callback is asked with mode, topic as given, challenge and lease', async (t) => {
  const { request, callbacks, subscriptions } = await startHub(t);
  const topicAsGiven = TOPIC.replace('reviews.json', 'reviews%2Ejson');
  assert.equal(await request({ topicAsGiven, leaseSeconds: 3600 }), 'accepted');
  assert.deepEqual(callbacks.asked, [
    {
      callback: CALLBACK,
      parameters: {
        'hub.mode': 'subscribe',
        'hub.topic': topicAsGiven,
        'hub.challenge': 'challenge-0',
        'hub.lease_seconds': '3600',
      },
    },
  ]);
  assert.equal((await subscriptions()).length, 1);
});

test('part 3: a request has no effect until the callback agrees', async (t) => {
  const { request, callbacks, publish, clock, subscriptions } = await startHub(t);
  const asked = Promise.withResolvers<undefined>();
  callbacks.script = { get: () => asked.promise };
  await request();
  await publish('one');
  assert.deepEqual(await subscriptions(), []);
  assert.equal(callbacks.delivered.length, 0);
  asked.resolve(undefined);
  await clock.advance(100);
  await publish('two');
  assert.equal(callbacks.delivered.length, 1);
});

const REFUSALS = {
  'a 404': saying('', 404),
  'a 500 with the challenge': saying('challenge-0', 500),
  'another body': saying('challenge-0\n'),
  'a forbidden address': unreached('blocked'),
};
for (const [what, answer] of Object.entries(REFUSALS)) {
  test(`H17 §5.3.1, part 3: ${what} rejects the subscription, at once and for good`, async (t) => {
    const { request, callbacks, publish, clock, subscriptions, store } = await startHub(t);
    callbacks.script = { get: () => answer };
    await request();
    await clock.advance(600_000);
    await publish('news');
    assert.equal(callbacks.asked.length, 1);
    assert.deepEqual(await subscriptions(), []);
    assert.equal(await store.nextVerificationAt(), undefined);
    assert.equal(callbacks.delivered.length, 0);
  });
}

test('where no answer comes the callback is asked three times in all, each with another challenge', async (t) => {
  const { request, callbacks, clock, subscriptions, store } = await startHub(t);
  callbacks.script = { get: () => unreached('broken') };
  await request();
  assert.equal(callbacks.asked.length, 1);
  await clock.advance(10_000);
  assert.equal(callbacks.asked.length, 2);
  await clock.advance(60_000);
  assert.equal(callbacks.asked.length, 3);
  await clock.advance(3_600_000);
  assert.equal(callbacks.asked.length, 3);
  assert.equal(
    new Set(callbacks.asked.map(({ parameters }) => parameters['hub.challenge'])).size,
    3,
  );
  assert.deepEqual(await subscriptions(), []);
  assert.equal(await store.nextVerificationAt(), undefined);
});

test('the newest request wins, also where the callback agrees to an older one later', async (t) => {
  const { request, callbacks, publish, clock, subscriptions } = await startHub(t);
  const first = Promise.withResolvers<undefined>();
  callbacks.script = { get: () => (callbacks.asked.length === 1 ? first.promise : undefined) };
  await request({ secret: 'old' });
  await request({ secret: 'new' });
  first.resolve(undefined);
  await clock.advance(1_000);
  const [subscription] = await subscriptions();
  assert.equal(subscription?.secret, 'new');
  await publish('news');
  assert.equal(callbacks.delivered.length, 1);
});

test('H28 §5.1, part 3: an unsubscription is verified, too, and then nothing is delivered', async (t) => {
  const { request, callbacks, publish, subscriptions } = await startHub(t);
  assert.equal(await request({ mode: 'unsubscribe' }), 'unknown');
  assert.equal(callbacks.asked.length, 0);
  await request();
  callbacks.script = { get: () => saying('no') };
  await request({ mode: 'unsubscribe' });
  await publish('still delivered');
  assert.equal(callbacks.delivered.length, 1);
  callbacks.script = {};
  await request({ mode: 'unsubscribe' });
  assert.equal(callbacks.asked.at(-1)?.parameters['hub.mode'], 'unsubscribe');
  await publish('not delivered');
  assert.equal(callbacks.delivered.length, 1);
  assert.deepEqual(await subscriptions(), []);
});

test('H9 §5.1: a failed renewal changes nothing: secret, lease and failures stay', async (t) => {
  const { request, callbacks, clock, publish, subscriptions } = await startHub(t);
  await request({ secret: 'old', leaseSeconds: 1_000 });
  const [before] = await subscriptions();
  callbacks.script = { get: () => saying('no') };
  await clock.advance(60_000);
  await request({ secret: 'new', leaseSeconds: 100_000 });
  assert.deepEqual(await subscriptions(), [before]);
  callbacks.script = {};
  await publish('news');
  assert.match(callbacks.delivered[0]?.headers['X-Hub-Signature'] ?? '', /^sha256=/);
});

test('H9 §5.1: a verified renewal replaces secret, lease and failures', async (t) => {
  const { request, callbacks, clock, publish, subscriptions } = await startHub(t, {
    settings: { retryDelays: [] },
  });
  await request({ secret: 'old', leaseSeconds: 1_000 });
  callbacks.script = { post: () => status(500) };
  await publish('one');
  await publish('two');
  assert.equal((await subscriptions())[0]?.failures, 2);
  callbacks.script = {};
  const renewedAt = clock.now();
  await request({ leaseSeconds: 100_000 });
  const [renewed] = await subscriptions();
  assert.equal(renewed?.failures, 0);
  assert.equal(renewed?.secret, undefined);
  assert.ok((renewed?.expiresAt ?? 0) >= renewedAt + 100_000_000);
  await publish('three');
  assert.equal(callbacks.delivered.length, 3);
  assert.equal(callbacks.delivered.at(-1)?.headers['X-Hub-Signature'], undefined);
});

test('what was accepted and not verified is verified after a restart', async (t) => {
  const first = await startHub(t);
  first.callbacks.script = { get: () => new Promise(() => {}) };
  await first.request({ secret: 'kept' });
  // As a kill would leave it: the claim of the dead process stands.
  const second = await startHub(t, { file: first.file, clock: first.clock });
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

test('no more verifications are under way than the bounds say, of one host and in all', async (t) => {
  const { request, callbacks } = await startHub(t, {
    settings: { concurrency: 5, concurrencyPerHost: 2 },
  });
  callbacks.script = { get: () => new Promise(() => {}) };
  for (let index = 0; index < 12; index++) {
    await request({ callback: `https://h${index % 4}.example/${index}` });
  }
  assert.equal(callbacks.mostUnderWay, 5);
  assert.equal(Math.max(...callbacks.underWay.values()), 2);
});

test('part 8: a host and the hub have bounds on subscriptions, and renewals pass them', async (t) => {
  const { request, callbacks } = await startHub(t, {
    settings: { maxSubscriptions: 3, maxSubscriptionsPerHost: 2 },
  });
  const ask = (host: string, path = '') => request({ callback: `https://${host}.example/${path}` });
  for (const path of ['a', 'b']) assert.equal(await ask('one', path), 'accepted');
  assert.equal(await ask('one', 'c'), 'host-full');
  assert.equal(await ask('two'), 'accepted');
  assert.equal(await ask('three'), 'full');
  assert.deepEqual([await ask('one', 'a'), await ask('two')], ['accepted', 'accepted']);
  assert.ok(callbacks.asked.every(({ callback }) => !callback.includes('three')));
});

test('a request whose time comes while the store tells what is next does not wait for another', async (t) => {
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
    get: ({ callback }) => (callback === late ? unreached('broken') : undefined),
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
