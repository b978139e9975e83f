import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { SettlementWriter } from '../../../../sidecar/hub/work/settlement-writer.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

function createWriter() {
  const clock = new ManualClock();
  const written: number[][] = [];
  const done: string[] = [];
  const store = { isAway: false };
  const writer = new SettlementWriter<string>({
    clock,
    store: {
      settle: async (settlements) => {
        if (store.isAway) throw new StoreUnavailableError('It is away.');
        written.push(settlements.map(({ id }) => id));
        return settlements.filter(({ outcome }) => outcome === 'ended').map(({ id }) => id);
      },
    },
    faults: { fail: (again) => void clock.after(1000, again), succeed: () => {} },
    onWritten: ({ outcome }, work, hasEnded) => done.push(`${work} ${outcome} ${hasEnded}`),
  });
  const add = (id: number, work = `work ${id}`) =>
    writer.add({ id, claim: 'c', outcome: 'released' }, work);
  return { clock, written, done, store, writer, add };
}

test('outcomes of a moment are written together, and each is reported once it is', async () => {
  const { clock, written, done, writer, add } = createWriter();
  add(1);
  const fault = { kind: 'status', status: 410, message: 'it answered 410' } as const;
  const gone = { id: 2, claim: 'c', outcome: 'ended', reason: 'gone' } as const;
  writer.add({ ...gone, at: 0, expiresAt: 1, fault }, 'work 2');
  await clock.advance(49);
  assert.deepEqual([written, done], [[], []]);
  await clock.advance(1);
  assert.deepEqual(written, [[1, 2]]);
  assert.deepEqual(done, ['work 1 released false', 'work 2 ended true']);
});

test('asked to, it writes at once what is there, and nothing where nothing is', async () => {
  const { written, writer, add } = createWriter();
  writer.writeNow();
  await settle();
  assert.deepEqual(written, []);
  add(1);
  writer.writeNow();
  await settle();
  assert.deepEqual(written, [[1]]);
});

test('where the store is away outcomes wait for it, and whoever claims is warned', async () => {
  const { clock, written, done, store, writer, add } = createWriter();
  store.isAway = true;
  add(1);
  await clock.advance(50);
  assert.deepEqual([writer.isBehind, done], [true, []]);
  store.isAway = false;
  add(2);
  await clock.advance(1000);
  assert.equal(writer.isBehind, false);
  assert.deepEqual(written.flat().toSorted(), [1, 2]);
});
