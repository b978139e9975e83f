import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Script, startHub, unreached } from '../../../support/hub-in-process.ts';

const LONG_MS = 300_000;

/** Nobody can be reached. */
const without = (fault: 'local' | 'silent'): Script => {
  return { canReach: () => false, get: () => unreached(fault), post: () => unreached(fault) };
};

for (const fault of ['local', 'silent'] as const) {
  test(`three edits without a network (${fault}): nobody is unsubscribed or counted, all get the last`, async (t) => {
    const { requestMany, publish, callbacks, clock, failures, isPaused } = await startHub(t);
    await requestMany(40);
    await publish('before');
    await clock.advance(LONG_MS);
    callbacks.script = without(fault);
    for (const text of ['one', 'two', 'three']) {
      await publish(text);
      await clock.advance(LONG_MS);
    }
    assert.equal(await isPaused(), true);
    const known = await failures();
    assert.equal(known.length, 40);
    assert.ok(known.every(([, failed = 0]) => failed <= 1));
    callbacks.script = {};
    callbacks.delivered.length = 0;
    await clock.advance(LONG_MS);
    assert.equal(await isPaused(), false);
    assert.deepEqual([...new Set(callbacks.texts())], ['three']);
    assert.equal(new Set(callbacks.delivered.map(({ callback }) => callback)).size, 40);
    assert.deepEqual(await failures(), Array(40).fill([0, 0]));
  });
}

test('a hub that starts without a network blames nobody from the first attempt on', async (t) => {
  const { requestMany, clock, stop, restart } = await startHub(t);
  await requestMany(10);
  await stop();
  const again = await restart();
  again.callbacks.script = without('local');
  for (const text of ['one', 'two', 'three', 'four']) {
    await again.publish(text);
    await clock.advance(LONG_MS);
  }
  assert.deepEqual(await again.failures(), Array(10).fill([0, 0]));
});

test('while the network is down only some are tried, in pauses, more each time', async (t) => {
  const { requestMany, publish, callbacks, clock } = await startHub(t);
  await requestMany(200);
  callbacks.script = without('local');
  await publish('news');
  await clock.advance(6_000);
  const counts: number[] = [];
  for (let minute = 0; minute < 5; minute++) {
    callbacks.delivered.length = 0;
    await clock.advance(60_000);
    counts.push(callbacks.delivered.length);
  }
  const [first = 0, , , , last = 0] = counts;
  assert.ok(first > 3 && first < 40, `${counts}`);
  assert.ok(last > first && last <= 250, `${counts}`);
});

test('however many dead hosts there are, live ones get every version, and the dead go', async (t) => {
  const { requestMany, publish, callbacks, clock, subscriptions } = await startHub(t);
  await requestMany(150, 'dead');
  await requestMany(10, 'live');
  const isDead = (callback: string) => callback.includes('dead');
  callbacks.script = {
    canReach: (callback) => !isDead(callback),
    post: async ({ callback }) => {
      if (!isDead(callback)) return undefined;
      await new Promise<void>((resolve) => clock.after(5_000, resolve));
      return unreached('silent');
    },
  };
  for (const text of ['one', 'two', 'three']) {
    await publish(text);
    await clock.advance(600_000);
    assert.equal(callbacks.texts('live').filter((one) => one === text).length, 10);
  }
  assert.equal((await subscriptions()).length, 10);
});

test('a request that nobody answers pauses nothing, and is dropped after its attempts', async (t) => {
  const { requestMany, callbacks, clock, store, isPaused } = await startHub(t);
  callbacks.script = without('local');
  await requestMany(2);
  await clock.advance(LONG_MS);
  assert.equal(callbacks.asked.length, 6);
  assert.equal(await isPaused(), false);
  assert.equal(await store.nextVerificationAt(), undefined);
});

test('while deliveries show that the network is down, a request waits, a day at most', async (t) => {
  const { request, publish, callbacks, clock, store, subscriptions } = await startHub(t);
  await request({ callback: 'https://first.example/' });
  callbacks.script = without('local');
  await publish('news');
  await clock.advance(10_000);
  await request({ callback: 'https://second.example/' });
  await clock.advance(3_600_000);
  callbacks.script = {};
  await clock.advance(120_000);
  assert.equal((await subscriptions()).length, 2);
  callbacks.script = without('local');
  await publish('more news');
  await clock.advance(10_000);
  await request({ callback: 'https://third.example/' });
  await clock.skip(86_400_000 + 120_000);
  assert.equal(await store.nextVerificationAt(), undefined);
});
