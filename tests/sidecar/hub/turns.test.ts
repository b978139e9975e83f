import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../sidecar/hub/store/hub-store.ts';
import { Turns } from '../../../sidecar/hub/turns.ts';
import { ManualClock } from '../../support/manual-clock.ts';

type Take = () => Promise<number | undefined>;

function createTurns(take: Take) {
  const clock = new ManualClock();
  const faults: unknown[] = [];
  const turns = new Turns({ clock, take, onFault: (error) => faults.push(error) });
  return { clock, faults, turns };
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

test('a store out of reach is tried again, later each time, until it works', async () => {
  const { turns, clock, count, faults } = countTurns(async (turn) => {
    if (turn < 5) throw new StoreUnavailableError('away');
    return undefined;
  });
  turns.wake();
  await clock.advance(0);
  for (const ms of [1_000, 2_000, 4_000, 5_000]) {
    const before = count();
    await clock.advance(ms - 1);
    assert.equal(count(), before);
    await clock.advance(1);
    assert.equal(count(), before + 1);
  }
  assert.equal(faults.length, 4);
  await clock.advance(60_000);
  assert.equal(count(), 5);
});

test('a fault of the program is told and does not end the turns', async () => {
  const { turns, clock, count, faults } = countTurns(async (turn) => {
    if (turn === 1) throw new TypeError('a mistake');
    return undefined;
  });
  turns.wake();
  await clock.advance(5_000);
  assert.equal(count(), 2);
  assert.equal(faults.length, 1);
});

test('after stop there are no turns, and stop waits for the one under way', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { turns, clock, count } = countTurns(() => gate.promise);
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
  await clock.advance(60_000);
  assert.equal(count(), 1);
  assert.equal(clock.pending, 0);
});
