import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedClock } from '../../../../sidecar/hub/clock.ts';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { StoreFaults } from '../../../../sidecar/hub/work/store-faults.ts';
import { WorkLoop } from '../../../../sidecar/hub/work/work-loop.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const AWAY = new StoreUnavailableError('away');
const FAILED = 'HUB_STORE_UNAVAILABLE';

/** A loop whose steps are numbered. */
function countSteps(step: (step: number) => Promise<number | undefined> = async () => undefined) {
  const clock = new ManualClock();
  const reported: string[] = [];
  const faults = new StoreFaults({
    clock,
    onFault: ({ code }) => reported.push(code),
    onRecovered: () => reported.push('recovered'),
  });
  let count = 0;
  const loop = new WorkLoop({ clock, step: () => step(++count), faults });
  /** Moves the clock; then this number of steps has run, and this was reported. */
  const assertAfter = async (ms: number, steps: number, ...expected: readonly string[]) => {
    await clock.advance(ms);
    assert.deepEqual([count, reported], [steps, expected]);
  };
  return { clock, faults, loop, assertAfter };
}

test('wakes of the same moment share one step', async () => {
  const { loop, assertAfter } = countSteps();
  for (let time = 0; time < 5; time++) loop.wake();
  await assertAfter(0, 1);
});

test('a wake during a step causes another, never beside it', async () => {
  let isInFlight = false;
  const { loop, assertAfter } = countSteps(async (step) => {
    assert.equal(isInFlight, false);
    isInFlight = true;
    if (step < 3) loop.wake();
    await new Promise(setImmediate);
    isInFlight = false;
    return undefined;
  });
  loop.wake();
  await assertAfter(0, 3);
});

test('the next step runs when the last one said', async () => {
  const { loop, assertAfter } = countSteps(async (step) => (step === 1 ? 1_000 : undefined));
  loop.wake();
  await assertAfter(999, 1);
  await assertAfter(1, 2);
  await assertAfter(100_000, 2);
});

test('of two times the sooner counts, and a wake comes before both', async () => {
  const { loop, assertAfter } = countSteps();
  for (const ms of [5_000, 1_000, 3_000]) loop.wake(ms);
  await assertAfter(1_000, 1);
  await assertAfter(60_000, 1);
});

test('a failed step is reported, and repeated after the back-off, no sooner', async () => {
  const { loop, faults, assertAfter } = countSteps(async (step) => {
    if (step < 3) throw AWAY;
    return undefined;
  });
  loop.wake();
  await assertAfter(1_000_000, 1, FAILED);
  faults.retry();
  await assertAfter(1_000_000, 2, FAILED, FAILED);
  faults.retry();
  await assertAfter(0, 3, FAILED, FAILED, 'recovered');
  faults.retry();
  await assertAfter(0, 3, FAILED, FAILED, 'recovered');
});

test('a wake runs a step also while a failed one waits to be repeated', async () => {
  const { loop, assertAfter } = countSteps(async (step) => {
    if (step === 1) throw AWAY;
    return undefined;
  });
  loop.wake();
  await assertAfter(0, 1, FAILED);
  loop.wake();
  await assertAfter(0, 2, FAILED, 'recovered');
});

test('what fails after its step is reported like it, and another step runs for it', async () => {
  const { loop, faults, assertAfter } = countSteps();
  loop.fail(AWAY);
  await assertAfter(0, 0, FAILED);
  faults.retry();
  await assertAfter(0, 1, FAILED, 'recovered');
});

test('after stop no step runs, and stop waits for the one in flight', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { loop, clock, assertAfter } = countSteps(() => gate.promise);
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
  loop.fail(AWAY);
  await assertAfter(60_000, 1);
  assert.equal(clock.pending, 0);
});

test('the answer of the store counts as given half way', async () => {
  const own = new ManualClock(0);
  const now = () => new Promise<number>((resolve) => own.after(200, () => resolve(10_000)));
  const asked = createSharedClock({ now }, own);
  await own.advance(200);
  assert.equal((await asked).now(), 10_100);
});

test('the store is asked again each minute; while it is away the last difference holds', async () => {
  const own = new ManualClock(0);
  let answer = async () => own.now() + 100;
  const clock = await createSharedClock({ now: () => answer() }, own);
  answer = async () => own.now() + 700;
  await own.advance(59_999);
  assert.equal(clock.now() - own.now(), 100);
  await own.advance(1);
  assert.equal(clock.now() - own.now(), 700);
  answer = () => Promise.reject(AWAY);
  await own.advance(120_000);
  assert.equal(clock.now() - own.now(), 700);
  answer = async () => own.now() + 300;
  await own.advance(60_000);
  assert.equal(clock.now() - own.now(), 300);
});
