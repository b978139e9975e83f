import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type HubStore, StoreUnavailableError } from '../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../sidecar/hub/store/open-store.ts';
import { createFolder } from '../support/content-folder.ts';
import { startHub } from '../support/hub-in-process.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { status } from '../support/scripted-callbacks.ts';

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
  const { request, publish, callbacks, clock, state, subscriptions } =
    await startWithFailingStore(t);
  for (let index = 0; index < 60; index++) {
    await request({ callback: `https://h${index}.example/` });
  }
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

test('a store that is away for long is told of once a minute', async (t) => {
  const { publish, clock, state, log } = await startWithFailingStore(t);
  state.isAway = true;
  await publish('news');
  await clock.advance(590_000);
  const errors = log.filter(({ level }) => level === 'error');
  assert.ok(errors.length >= 9 && errors.length <= 11, `${errors.length}`);
  assert.match(errors[0]?.message ?? '', /^The store is away\. Nothing is lost/);
});
