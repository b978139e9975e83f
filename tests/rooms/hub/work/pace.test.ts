import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { createFastFolder } from '../../../support/content-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { startHub } from './hub-in-process.ts';

const settings = { minInterval: 5 };

test('eight saves in eight seconds are three notifications: the first, one in between and the last', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t, { settings });
  await request();
  for (let save = 0; save < 8; save++) {
    await publish(`save ${save}`);
    await clock.advance(900);
  }
  assert.deepEqual(callbacks.texts(), ['save 0', 'save 4']);
  await clock.advance(5_000);
  assert.deepEqual(callbacks.texts(), ['save 0', 'save 4', 'save 7']);
  // After a pause a change goes out at once.
  await clock.advance(5_000);
  await publish('later');
  assert.equal(callbacks.texts().at(-1), 'later');
});

test('a takedown does not wait, also where it was to be announced with an edit', async (t) => {
  const { request, publish, callbacks } = await startHub(t, { settings });
  await request();
  await publish('one');
  await publish('two');
  await publish('without a review', undefined, true);
  assert.deepEqual(callbacks.texts(), ['one', 'without a review']);
});

/** A hub whose announcements wait until the gate of that moment is open, before or after them. */
async function startSlow(t: TestContext, isBefore: boolean) {
  const clock = new ManualClock();
  const file = join(createFastFolder(t), 'hub.sqlite');
  const store = await openStore({ databaseUrl: undefined, file }, clock.now);
  const gate = { opened: Promise.resolve() };
  const slow = {
    ...store,
    announce: async (...call: Parameters<typeof store.announce>) => {
      if (isBefore) await gate.opened;
      const announcement = await store.announce(...call);
      if (!isBefore) await gate.opened;
      return announcement;
    },
  };
  const world = await startHub(t, {
    clock,
    store: slow,
    settings: { ...settings, concurrency: 1 },
  });
  return { ...world, gate };
}

test('nothing of what a takedown removes is sent, also where it was just being announced', async (t) => {
  const { request, publish, callbacks, clock, gate } = await startSlow(t, false);
  await request();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.opened = promise;
  await publish('with a review');
  await publish('without a review', undefined, true);
  resolve();
  await clock.advance(10_000);
  assert.deepEqual(callbacks.texts(), ['without a review']);
});

test('a takedown stops a fan-out of what it removes, also before it can be announced', async (t) => {
  const { requestMany, publish, callbacks, clock, gate } = await startSlow(t, true);
  await requestMany(3);
  const first = Promise.withResolvers<undefined>();
  callbacks.script = { post: () => first.promise };
  await publish('with a review');
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.opened = promise;
  await publish('without a review', undefined, true);
  first.resolve(undefined);
  await clock.advance(10_000);
  assert.deepEqual(callbacks.texts(), ['with a review']);
  resolve();
  await clock.advance(10_000);
  assert.deepEqual(callbacks.texts().slice(1), Array(3).fill('without a review'));
});
