import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedClock } from '../../../sidecar/hub/shared-clock.ts';
import { StoreUnavailableError } from '../../../sidecar/hub/store/hub-store.ts';
import { ManualClock } from '../../support/manual-clock.ts';

test('it goes by the store, whatever our own clock says', async () => {
  const own = new ManualClock(1_000_000);
  const clock = await createSharedClock({ now: async () => 5_000_000 }, own);
  assert.equal(clock.now(), 5_000_000);
  await own.advance(2_500);
  assert.equal(clock.now(), 5_002_500);
});

test('the answer of the store counts as given half way', async () => {
  const own = new ManualClock(0);
  const asked = createSharedClock(
    {
      now: () =>
        new Promise((resolve) => {
          own.after(200, () => resolve(10_000));
        }),
    },
    own,
  );
  await own.advance(200);
  const clock = await asked;
  assert.equal(clock.now(), 10_100);
});

test('the store is asked again each minute, and a drift is followed', async () => {
  const own = new ManualClock(0);
  let theirs = 100;
  const clock = await createSharedClock({ now: async () => own.now() + theirs }, own);
  theirs = 700;
  await own.advance(59_999);
  assert.equal(clock.now(), own.now() + 100);
  await own.advance(1);
  assert.equal(clock.now(), own.now() + 700);
});

test('while the store is away the last difference holds, and it is asked again', async () => {
  const own = new ManualClock(0);
  let answer = async () => own.now() + 100;
  const clock = await createSharedClock({ now: () => answer() }, own);
  answer = async () => {
    throw new StoreUnavailableError('away');
  };
  await own.advance(120_000);
  assert.equal(clock.now(), own.now() + 100);
  answer = async () => own.now() + 300;
  await own.advance(60_000);
  assert.equal(clock.now(), own.now() + 300);
});
