import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedClock } from '../../../../sidecar/hub/clock.ts';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { WorkLoop } from '../../../../sidecar/hub/work/work-loop.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const AWAY = new StoreUnavailableError('away');

/** A loop whose steps are numbered, and what waits to be tried again. */
function countSteps(step: (step: number) => Promise<number | undefined> = async () => undefined) {
  const clock = new ManualClock();
  const failed = new Set<() => void>();
  const faults = {
    fail: (again: () => void) => void failed.add(again),
    succeed: (again: () => void) => void failed.delete(again),
  };
  let count = 0;
  const loop = new WorkLoop({ clock, step: () => step(++count), faults });
  /** Moves the clock; then this number of steps has run. */
  const assertAfter = async (ms: number, steps: number) => {
    await clock.advance(ms);
    assert.equal(count, steps);
  };
  return { clock, failed, loop, assertAfter };
}

test('a step runs when the last one said, or at the soonest time that was asked for', async () => {
  const { loop, assertAfter } = countSteps(async (step) => (step === 1 ? 1_000 : undefined));
  loop.wake();
  await assertAfter(999, 1);
  await assertAfter(1, 2);
  for (const ms of [5_000, 1_000, 3_000]) loop.wake(ms);
  await assertAfter(999, 2);
  await assertAfter(100_000, 3);
});

test('after stop no step runs, and stop waits for the one in flight', async () => {
  const gate = Promise.withResolvers<number>();
  const { loop, clock, failed, assertAfter } = countSteps(() => gate.promise);
  loop.wake();
  await clock.advance(0);
  const stopped = loop.stop();
  loop.wake();
  await clock.advance(0);
  assert.equal(await Promise.race([stopped, 'in flight']), 'in flight');
  gate.resolve(1_000);
  await stopped;
  loop.wake();
  loop.fail(AWAY);
  await assertAfter(60_000, 1);
  assert.deepEqual([clock.pending, failed.size], [0, 0]);
});

test('a shared clock asks the store each minute, and goes by the last answer while it is away', async () => {
  const own = new ManualClock(0);
  let answer = () => new Promise<number>((resolve) => own.after(200, () => resolve(10_000)));
  const asked = createSharedClock({ now: () => answer() }, own);
  await own.advance(200);
  const clock = await asked;
  // As if it were given half way.
  assert.equal(clock.now(), 10_100);
  for (const [ahead, ms, expected] of [
    [700, 59_999, 9_900],
    [700, 1, 700],
    [undefined, 120_000, 700],
    [300, 60_000, 300],
  ] as const) {
    answer = () =>
      ahead === undefined ? Promise.reject(AWAY) : Promise.resolve(own.now() + ahead);
    await own.advance(ms);
    assert.equal(clock.now() - own.now(), expected);
  }
});
