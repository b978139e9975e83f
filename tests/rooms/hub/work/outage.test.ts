import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLength } from '../../../support/at-length.ts';
import { LADDER, startHub, unreached } from './hub-in-process.ts';

const HOUR = 3_600_000;
const HOURS = atLength(3, 2);
const settings = { retryDelays: LADDER };

for (const [fault, countedOnce] of [
  ['local', 0],
  // A firewall that drops everything: the first four may be dead, from the fifth on it is our side.
  ['connection', 4],
] as const) {
  test(`hours without a network of our own (${fault}) end no subscription, and all get the newest soon after`, async (t) => {
    const { requestMany, publish, callbacks, clock, failures } = await startHub(t, { settings });
    await requestMany(40);
    callbacks.script = { get: () => unreached(fault), post: () => unreached(fault) };
    for (let hour = 0; hour < HOURS; hour++) {
      await publish(`edit ${hour}`);
      await clock.advance(HOUR - 100);
    }
    const counts = (await failures()).map(([, count]) => count);
    const once = Array(countedOnce).fill(1);
    assert.deepEqual(counts.toSorted(), [...Array(40 - countedOnce).fill(0), ...once]);
    callbacks.script = {};
    callbacks.delivered.length = 0;
    await clock.advance(61_000);
    assert.deepEqual(callbacks.texts(), Array(40).fill(`edit ${HOURS - 1}`));
  });
}

test('where one of forty answers, last of all, the others are gone after three changes', async (t) => {
  const { requestMany, publish, callbacks, clock, subscriptions } = await startHub(t, { settings });
  await requestMany(39, 'dead');
  await requestMany(1, 'live');
  callbacks.script = {
    post: ({ callback }) => (callback.includes('dead') ? unreached('connection') : undefined),
  };
  for (const text of ['one', 'two', 'three']) {
    await publish(text);
    await clock.advance(61_000);
  }
  const left = (await subscriptions()).map(({ host }) => host);
  assert.deepEqual(left, ['live0.example']);
});

test('hosts that refuse before a live one answers get each change once, and are gone after three', async (t) => {
  const { requestMany, publish, callbacks, clock, subscriptions } = await startHub(t);
  await requestMany(20, 'dead');
  await requestMany(1, 'live');
  callbacks.script = {
    post: async ({ callback }) => {
      if (callback.includes('dead')) return unreached('connection');
      await new Promise<void>((resolve) => clock.after(3_000, resolve));
      return undefined;
    },
  };
  for (const text of ['one', 'two', 'three']) {
    await publish(text);
    await clock.advance(6_000);
    assert.deepEqual(callbacks.texts('dead'), Array(20).fill(text));
    callbacks.delivered.length = 0;
  }
  assert.deepEqual(
    (await subscriptions()).map(({ host }) => host),
    ['live0.example'],
  );
});

test('without a network each is tried once in a minute, not more', async (t) => {
  const { requestMany, publish, callbacks, clock } = await startHub(t, { settings });
  await requestMany(10);
  callbacks.script = { post: () => unreached('local') };
  await publish('news');
  await clock.advance(HOUR);
  callbacks.delivered.length = 0;
  await clock.advance(HOUR);
  assert.ok(callbacks.delivered.length <= 600, `${callbacks.delivered.length}`);
  assert.ok(callbacks.delivered.length >= 590, `${callbacks.delivered.length}`);
});

test('a host that we cannot reach from here holds up no other, and is not to blame', async (t) => {
  const { requestMany, publish, callbacks, clock, failures } = await startHub(t, { settings });
  await requestMany(2);
  const isOurs = (callback: string) => callback.includes('h0');
  callbacks.script = {
    post: ({ callback }) => (isOurs(callback) ? unreached('local') : undefined),
  };
  for (const text of ['one', 'two', 'three', 'four']) {
    await publish(text);
    await clock.advance(HOUR);
  }
  assert.deepEqual(callbacks.texts('h1'), ['one', 'two', 'three', 'four']);
  assert.deepEqual(await failures(), Array(2).fill([0, 0]));
});

test('however many dead hosts there are, live ones get every version, and the dead go', async (t) => {
  const { requestMany, publish, callbacks, clock, subscriptions } = await startHub(t);
  await requestMany(150, 'dead');
  await requestMany(10, 'live');
  callbacks.script = {
    post: async ({ callback }) => {
      if (!callback.includes('dead')) return undefined;
      await new Promise<void>((resolve) => clock.after(5_000, resolve));
      return unreached('connection');
    },
  };
  for (const text of ['one', 'two', 'three']) {
    await publish(text);
    await clock.advance(600_000);
    assert.equal(callbacks.texts('live').filter((one) => one === text).length, 10);
  }
  assert.equal((await subscriptions()).length, 10);
});

test('a request waits while our own side fails, an hour at most', async (t) => {
  const { request, callbacks, clock, store, subscriptions } = await startHub(t, { settings });
  callbacks.script = { get: () => unreached('local') };
  await request({ callback: 'https://first.example/' });
  await clock.advance(HOUR / 2);
  callbacks.script = {};
  await clock.advance(120_000);
  assert.equal((await subscriptions()).length, 1);
  callbacks.script = { get: () => unreached('local') };
  await request({ callback: 'https://second.example/' });
  await clock.advance(2 * HOUR);
  assert.equal(await store.nextVerificationAt(), undefined);
});
