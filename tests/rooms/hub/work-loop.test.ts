import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedClock } from '../../../sidecar/hub/clock.ts';
import { StoreUnavailableError } from '../../../sidecar/hub/store/hub-store.ts';
import { StoreFaults } from '../../../sidecar/hub/work/store-faults.ts';
import { WorkLoop } from '../../../sidecar/hub/work/work-loop.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** A loop whose steps are numbered. */
function countSteps(step: (step: number) => Promise<number | undefined>) {
  const clock = new ManualClock();
  const told: string[] = [];
  const faults = new StoreFaults({
    clock,
    onFault: ({ code }) => told.push(code),
    onRecovered: () => told.push('recovered'),
  });
  let count = 0;
  const loop = new WorkLoop({ clock, step: () => step(++count), faults });
  return { clock, told, faults, loop, count: () => count };
}

test('wakes of the same moment share one step', async () => {
  const { loop, clock, count } = countSteps(async () => undefined);
  for (let time = 0; time < 5; time++) loop.wake();
  await clock.advance(0);
  assert.equal(count(), 1);
});

test('a wake during a step causes another, never beside it', async () => {
  let isUnderWay = false;
  const { loop, clock, count } = countSteps(async (step) => {
    assert.equal(isUnderWay, false);
    isUnderWay = true;
    if (step < 3) loop.wake();
    await new Promise(setImmediate);
    isUnderWay = false;
    return undefined;
  });
  loop.wake();
  await clock.advance(0);
  assert.equal(count(), 3);
});

test('the next step runs when the last one said', async () => {
  const { loop, clock, count } = countSteps(async (step) => (step === 1 ? 1_000 : undefined));
  loop.wake();
  await clock.advance(999);
  assert.equal(count(), 1);
  await clock.advance(1);
  assert.equal(count(), 2);
  await clock.advance(100_000);
  assert.equal(count(), 2);
});

test('of two times the sooner counts, and a wake comes before both', async () => {
  const { loop, clock, count } = countSteps(async () => undefined);
  loop.wake(5_000);
  loop.wake(1_000);
  loop.wake(3_000);
  await clock.advance(1_000);
  assert.equal(count(), 1);
  await clock.advance(60_000);
  assert.equal(count(), 1);
});

test('a failed step is reported, and repeated after the back-off, no sooner', async () => {
  const { loop, clock, count, told, faults } = countSteps(async (step) => {
    if (step < 3) throw new StoreUnavailableError('away');
    return undefined;
  });
  loop.wake();
  await clock.advance(1_000_000);
  assert.equal(count(), 1);
  faults.retry();
  await clock.advance(1_000_000);
  assert.deepEqual([count(), told], [2, ['HUB_STORE_UNAVAILABLE', 'HUB_STORE_UNAVAILABLE']]);
  faults.retry();
  await clock.advance(0);
  assert.deepEqual([count(), told.at(-1)], [3, 'recovered']);
  faults.retry();
  await clock.advance(0);
  assert.equal(count(), 3);
});

test('a wake runs a step also while a failed one waits to be repeated', async () => {
  const { loop, clock, count, told } = countSteps(async (step) => {
    if (step === 1) throw new StoreUnavailableError('away');
    return undefined;
  });
  loop.wake();
  await clock.advance(0);
  loop.wake();
  await clock.advance(0);
  assert.deepEqual([count(), told], [2, ['HUB_STORE_UNAVAILABLE', 'recovered']]);
});

test('what fails after its step is reported like it, and another step runs for it', async () => {
  const { loop, clock, count, told, faults } = countSteps(async () => undefined);
  loop.fail(new StoreUnavailableError('away'));
  await clock.advance(0);
  assert.equal(count(), 0);
  faults.retry();
  await clock.advance(0);
  assert.deepEqual([count(), told], [1, ['HUB_STORE_UNAVAILABLE', 'recovered']]);
});

test('after stop no step runs, and stop waits for the one in flight', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { loop, clock, count, told } = countSteps(() => gate.promise);
  loop.wake();
  await clock.advance(0);
  let hasStopped = false;
  const stopped = loop.stop().then(() => {
    hasStopped = true;
  });
  loop.wake();
  await clock.advance(0);
  assert.equal(hasStopped, false);
  gate.resolve(undefined);
  await stopped;
  loop.wake();
  loop.fail(new StoreUnavailableError('away'));
  await clock.advance(60_000);
  assert.equal(count(), 1);
  assert.deepEqual(told, []);
  assert.equal(clock.pending, 0);
});

test('the answer of the store counts as given half way', async () => {
  const own = new ManualClock(0);
  const now = () => new Promise<number>((resolve) => own.after(200, () => resolve(10_000)));
  const asked = createSharedClock({ now }, own);
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
