import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { createFolder } from '../../support/content-folder.ts';
import { startHub } from '../../support/hub-in-process.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { unreached } from '../../support/scripted-callbacks.ts';

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
