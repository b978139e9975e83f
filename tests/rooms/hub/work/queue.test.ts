import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limitInFlight } from '../../../../sidecar/hub/hub-settings.ts';
import {
  type ClaimRequest,
  type Outcome,
  StoreUnavailableError,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { Queue } from '../../../../sidecar/hub/work/queue.ts';
import { StoreFaults } from '../../../../sidecar/hub/work/store-faults.ts';
import { runs } from '../../../support/at-length.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

type Row = ReturnType<typeof rowOf>;

const AWAY = new StoreUnavailableError('It is away.');
const RELEASED: Outcome = { kind: 'released' };

let ids = 0;
const rowOf = (host: string) => ({ id: ++ids, claim: 'c', state: 'active', host }) as const;
/** Rows of hosts of their own. */
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => rowOf(`h${index}`));

type Options = { readonly slots: number; readonly perHost?: number };

/** A queue before a store in memory; each row is worked on for as long as `takes` says. */
function startQueue({ slots, perHost = 2 }: Options, takes: (row: Row) => number) {
  const clock = new ManualClock();
  const due: Row[] = [];
  let claims = 0;
  const begun: Row[] = [];
  const written: number[][] = [];
  const settled: number[] = [];
  const store = { isAway: false };
  const claim = async (request: ClaimRequest) => {
    if (store.isAway) throw AWAY;
    const share = new Map(request.inFlight);
    const rows: Row[] = [];
    for (const row of due) {
      const count = share.get(row.host) ?? 0;
      if (rows.length === request.limit || count >= request.perHost) continue;
      share.set(row.host, count + 1);
      rows.push(row);
    }
    due.splice(0, due.length, ...due.filter((row) => !rows.includes(row)));
    claims++;
    return rows;
  };
  const queue = new Queue<Row>({
    ...{ state: 'active', clock, claim, maxInFlight: limitInFlight(slots) },
    settings: { concurrency: slots, concurrencyPerHost: perHost, timeout: 15 },
    faults: new StoreFaults({ onFault: () => {}, onRecovered: () => {} }),
    store: {
      isExclusive: true,
      nextAt: async () => (due.length > 0 ? clock.now() : undefined),
      settle: async (settlements) => {
        if (store.isAway) throw AWAY;
        written.push(settlements.map(({ row }) => row.id));
        // Those of one host are always replaced meanwhile.
        const replaced = new Set(begun.filter(({ host }) => host === 'd').map(({ id }) => id));
        return settlements.map(({ row }) => !replaced.has(row.id));
      },
    },
    work: async (row) => {
      begun.push(row);
      await new Promise<void>((resolve) => clock.after(takes(row), resolve));
      return RELEASED;
    },
    onSettled: ({ id }) => settled.push(id),
  });
  const add = async (...rows: readonly Row[]) => {
    due.push(...rows);
    queue.wake();
    await clock.advance(0);
  };
  return { queue, clock, claims: () => claims, begun, written, settled, store, add };
}

test('what is not done after half a second goes on, but its slot is free, ten times at most', async () => {
  const { add, begun, clock } = startQueue({ slots: 4 }, () => 15_000);
  await add(...rowsOf(100));
  for (const count of [4, 8, 12, 16]) {
    await clock.advance(499);
    assert.equal(begun.length, count);
    await clock.advance(1);
    assert.equal(begun.length, count + 4);
  }
  await clock.advance(10_000);
  assert.equal(begun.length, 40);
  await clock.advance(3_100);
  assert.ok(begun.length > 40 && begun.length <= 80, `${begun.length}`);
});

test('while the store is away outcomes are kept, and nothing is claimed until they are written', async () => {
  const { add, queue, clock, written, claims, begun, store } = startQueue({ slots: 2 }, () => 10);
  await add(...rowsOf(6));
  store.isAway = true;
  await clock.advance(60_000);
  assert.deepEqual([begun.length, written.length, claims()], [2, 0, 1]);
  store.isAway = false;
  queue.wake();
  await clock.advance(1_000);
  assert.equal(begun.length, 6);
  assert.deepEqual(
    written.flat(),
    begun.map(({ id }) => id),
  );
});

test('whatever there is to do, each row is worked on and recorded once, within the bounds', async () => {
  const work = fc.record({
    host: fc.constantFrom('a', 'b', 'c', 'd'),
    ms: fc.constantFrom(0, 20, 700, 4_000),
  });
  const all = fc.array(work, { maxLength: 60 });
  const property = fc.asyncProperty(
    all,
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 3 }),
    async (items, slots, perHost) => {
      const inFlight = new Map<string, number>();
      const times = new Map<number, number>();
      const queue = startQueue({ slots, perHost }, ({ id, host }) => {
        const count = (inFlight.get(host) ?? 0) + 1;
        inFlight.set(host, count);
        assert.ok(count <= perHost);
        const ms = times.get(id) ?? 0;
        queue.clock.after(ms, () => inFlight.set(host, (inFlight.get(host) ?? 0) - 1));
        return ms;
      });
      const rows = items.map(({ host, ms }) => {
        const row = rowOf(host);
        times.set(row.id, ms);
        return row;
      });
      const { add, clock, begun, written, settled } = queue;
      await add(...rows);
      await clock.advance(300_000);
      const expected = rows.map(({ id }) => id).toSorted();
      assert.deepEqual(begun.map(({ id }) => id).toSorted(), expected);
      assert.deepEqual(written.flat().toSorted(), expected);
      const counted = rows.filter(({ host }) => host !== 'd').map(({ id }) => id);
      assert.deepEqual(settled.toSorted(), counted.toSorted());
    },
  );
  await fc.assert(property, { numRuns: runs(100) });
});
