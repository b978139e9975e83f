import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHub, status } from '../../support/hub-in-process.ts';

const DAY_MS = 86_400_000;

test('H18 §8.2, part 3: nothing is delivered once the lease has ended', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  const startedAt = clock.now();
  await request({ leaseSeconds: 60 });
  await clock.advance(startedAt + 59_000 - clock.now());
  await publish('in time');
  assert.equal(callbacks.delivered.length, 1);
  await clock.advance(startedAt + 61_000 - clock.now());
  await publish('too late');
  assert.equal(callbacks.delivered.length, 1);
});

test('§5.3: the lease runs from the verification request on', async (t) => {
  const { request, callbacks, clock, subscriptions } = await startHub(t);
  callbacks.script = {
    get: () =>
      new Promise((resolve) => {
        clock.after(5_000, () => resolve(undefined));
      }),
  };
  const startedAt = clock.now();
  await request({ leaseSeconds: 60 });
  await clock.advance(6_000);
  assert.equal((await subscriptions())[0]?.expiresAt, startedAt + 60_000);
});

test('a retry that would come after the end of the lease is not made', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  await request({ leaseSeconds: 65 });
  callbacks.script = { post: () => status(500) };
  await publish('news');
  await clock.advance(600_000);
  // At once and after 10 seconds, and not after 60 more.
  assert.equal(callbacks.delivered.length, 2);
});

test('a lease that ended is counted for a day, then forgotten; nobody is asked about it', async (t) => {
  const { hub, request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await publish('first');
  await request({ leaseSeconds: 60 });
  const counts = async () => (await hub.status()).topics[0]?.subscriptions;
  assert.equal((await counts())?.active, 1);
  await clock.advance(61_000);
  assert.deepEqual(await counts(), {
    active: 0,
    pendingVerification: 0,
    pendingRemoval: 0,
    expired: 1,
  });
  await clock.advance(DAY_MS + 120_000);
  assert.equal((await counts())?.expired, 0);
  assert.deepEqual(await subscriptions(), []);
  assert.equal(callbacks.asked.length, 1);
});
