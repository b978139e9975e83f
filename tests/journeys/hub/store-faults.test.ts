import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type HubStore, StoreUnavailableError } from '../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { createFolder } from '../../support/content-folder.ts';
import { intentOf, startHub, status } from '../../support/hub-in-process.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const LONG_MS = 120_000;

/** A hub whose store can be taken away: whatever is asked of it then fails, and is not done. */
async function startWithFailingStore(t: Parameters<typeof startHub>[0]) {
  const clock = new ManualClock();
  const file = join(createFolder(t), 'hub.sqlite');
  const real = await openStore({ databaseUrl: undefined, file }, clock.now);
  const state = { isAway: false };
  const store = new Proxy(real, {
    get(target, name: keyof HubStore) {
      const member = target[name];
      if (typeof member !== 'function' || name === 'close') return member;
      return (...values: never[]) =>
        state.isAway
          ? Promise.reject(new StoreUnavailableError('The store is away.'))
          : Reflect.apply(member, target, values);
    },
  });
  return { ...(await startHub(t, { store, clock })), state };
}

test('a request that cannot be stored is refused, and nobody is asked', async (t) => {
  const { hub, request, callbacks, state } = await startWithFailingStore(t);
  state.isAway = true;
  await assert.rejects(request(), StoreUnavailableError);
  await assert.rejects(hub.status(), StoreUnavailableError);
  assert.equal(callbacks.asked.length, 0);
});

test('a change that cannot be recorded is told when the store is back, the newest only', async (t) => {
  const { request, publish, callbacks, clock, state } = await startWithFailingStore(t);
  await request();
  state.isAway = true;
  await publish('one');
  await publish('two');
  await clock.advance(LONG_MS);
  assert.equal(callbacks.delivered.length, 0);
  state.isAway = false;
  await clock.advance(LONG_MS);
  assert.deepEqual(
    callbacks.delivered.map(({ body }) => body),
    ['/reviews.json: two'],
  );
});

test('what was acknowledged while the store was away is not delivered again', async (t) => {
  const { requestMany, publish, callbacks, clock, state, subscriptions } =
    await startWithFailingStore(t);
  await requestMany(60);
  callbacks.script = {
    post: () => {
      // It goes away in the middle of the fan-out.
      if (callbacks.delivered.length === 30) state.isAway = true;
      return undefined;
    },
  };
  await publish('news');
  await clock.advance(1_000_000);
  const before = callbacks.delivered.length;
  assert.ok(before >= 30 && before < 60, `${before}`);
  state.isAway = false;
  await clock.advance(LONG_MS);
  const reached = callbacks.delivered.map(({ callback }) => callback);
  assert.equal(new Set(reached).size, 60);
  assert.equal(reached.length, 60);
  assert.ok((await subscriptions()).every(({ settled }) => settled === 1));
});

test('a removal that cannot be recorded is recorded later, and told then', async (t) => {
  const { request, publish, callbacks, clock, state, subscriptions } =
    await startWithFailingStore(t);
  await request();
  callbacks.script = {
    post: () => {
      state.isAway = true;
      return status(410);
    },
  };
  await publish('news');
  state.isAway = false;
  await clock.advance(LONG_MS);
  assert.deepEqual(await subscriptions(), []);
});

test('what somebody asks for finds out that the store is back, and then all goes on at once', async (t) => {
  const { request, publish, callbacks, clock, state, supervisor } = await startWithFailingStore(t);
  await request();
  state.isAway = true;
  await publish('news');
  await assert.rejects(request({ callback: 'https://other.example/' }), StoreUnavailableError);
  await clock.advance(100_000);
  assert.equal(callbacks.delivered.length, 0);
  state.isAway = false;
  await request({ callback: 'https://other.example/' });
  assert.ok(callbacks.delivered.some(({ callback }) => callback === intentOf().callback));
  assert.deepEqual(supervisor.faults, []);
});

test('a request that finds the store away is a fault, although nothing else was to be done', async (t) => {
  const { request, clock, state, supervisor } = await startWithFailingStore(t);
  state.isAway = true;
  await assert.rejects(request(), StoreUnavailableError);
  await clock.advance(0);
  assert.equal(supervisor.faults.length, 1);
  state.isAway = false;
  await clock.advance(1_000);
  assert.deepEqual(supervisor.faults, []);
});

test('a verification that cannot be recorded is a fault, and is repeated when its claim ends', async (t) => {
  const { request, callbacks, clock, state, subscriptions, supervisor } =
    await startWithFailingStore(t);
  callbacks.script = {
    get: () => {
      state.isAway = true;
      return undefined;
    },
  };
  await request();
  assert.equal(supervisor.faults[0]?.kind, 'hub');
  callbacks.script = {};
  state.isAway = false;
  await clock.advance(LONG_MS);
  assert.equal((await subscriptions()).length, 1);
  assert.deepEqual(supervisor.faults, []);
});
