import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedClock } from '../../../sidecar/hub/clock.ts';
import { StoreUnavailableError } from '../../../sidecar/hub/store/hub-store.ts';
import { StoreFaults } from '../../../sidecar/hub/work/store-faults.ts';
import { Turns } from '../../../sidecar/hub/work/turns.ts';
import { ManualClock } from '../../support/manual-clock.ts';

type Take = () => Promise<number | undefined>;

function createTurns(take: Take) {
  const clock = new ManualClock();
  const told: string[] = [];
  const faults = new StoreFaults({
    clock,
    onFault: ({ code }) => told.push(code),
    onRecovered: () => told.push('recovered'),
  });
  const turns = new Turns({ clock, take, faults });
  return { clock, told, faults, turns };
}

/** Turns that count themselves, and take part of what they are given to do. */
function countTurns(take: (turn: number) => Promise<number | undefined>) {
  let count = 0;
  const made = createTurns(() => take(++count));
  return { ...made, count: () => count };
}

test('whatever wakes in the same moment is one turn', async () => {
  const { turns, clock, count } = countTurns(async () => undefined);
  for (let time = 0; time < 5; time++) turns.wake();
  await clock.advance(0);
  assert.equal(count(), 1);
});

test('a wake during a turn causes another, never beside it', async () => {
  let isUnderWay = false;
  const { turns, clock, count } = countTurns(async (turn) => {
    assert.equal(isUnderWay, false);
    isUnderWay = true;
    if (turn < 3) turns.wake();
    await new Promise(setImmediate);
    isUnderWay = false;
    return undefined;
  });
  turns.wake();
  await clock.advance(0);
  assert.equal(count(), 3);
});

test('the next turn comes when the last one said', async () => {
  const { turns, clock, count } = countTurns(async (turn) => (turn === 1 ? 1_000 : undefined));
  turns.wake();
  await clock.advance(999);
  assert.equal(count(), 1);
  await clock.advance(1);
  assert.equal(count(), 2);
  await clock.advance(100_000);
  assert.equal(count(), 2);
});

test('of two times the sooner counts, and a wake comes before both', async () => {
  const { turns, clock, count } = countTurns(async () => undefined);
  turns.wake(5_000);
  turns.wake(1_000);
  turns.wake(3_000);
  await clock.advance(1_000);
  assert.equal(count(), 1);
  await clock.advance(60_000);
  assert.equal(count(), 1);
});

test('a turn that fails is told, and taken again when it is time to, no sooner', async () => {
  const { turns, clock, count, told, faults } = countTurns(async (turn) => {
    if (turn < 3) throw new StoreUnavailableError('away');
    return undefined;
  });
  turns.wake();
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

test('a wake takes a turn also while one waits to be taken again', async () => {
  const { turns, clock, count, told } = countTurns(async (turn) => {
    if (turn === 1) throw new StoreUnavailableError('away');
    return undefined;
  });
  turns.wake();
  await clock.advance(0);
  turns.wake();
  await clock.advance(0);
  assert.deepEqual([count(), told], [2, ['HUB_STORE_UNAVAILABLE', 'recovered']]);
});

test('a fault of the program is told and does not end the turns', async () => {
  const { turns, clock, count, told, faults } = countTurns(async (turn) => {
    if (turn === 1) throw new TypeError('a mistake');
    return undefined;
  });
  turns.wake();
  await clock.advance(0);
  assert.deepEqual(told, ['HUB_FAILED']);
  faults.retry();
  await clock.advance(0);
  assert.equal(count(), 2);
});

test('what fails after a turn is told like it, and another turn is taken for it', async () => {
  const { turns, clock, count, told, faults } = countTurns(async () => undefined);
  turns.fail(new StoreUnavailableError('away'));
  await clock.advance(0);
  assert.equal(count(), 0);
  faults.retry();
  await clock.advance(0);
  assert.deepEqual([count(), told], [1, ['HUB_STORE_UNAVAILABLE', 'recovered']]);
});

test('after stop there are no turns, and stop waits for the one under way', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { turns, clock, count, told } = countTurns(() => gate.promise);
  turns.wake();
  await clock.advance(0);
  let hasStopped = false;
  const stopped = turns.stop().then(() => {
    hasStopped = true;
  });
  turns.wake();
  await clock.advance(0);
  assert.equal(hasStopped, false);
  gate.resolve(undefined);
  await stopped;
  turns.wake();
  turns.fail(new StoreUnavailableError('away'));
  await clock.advance(60_000);
  assert.equal(count(), 1);
  assert.deepEqual(told, []);
  assert.equal(clock.pending, 0);
});

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
