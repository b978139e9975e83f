import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CHANGE_KINDS,
  type ChangeLog,
  cursorAt,
  lastModifiedSince,
  positionIn,
} from '#search/changes/change-log.ts';
import type { Change } from '#search/changes/find-changes.ts';
import { continueLog, KEPT_MS, KEPT_ROWS, WrittenLog, writeLog } from '#search/changes/kept-log.ts';

const START = Date.parse('2026-11-20T08:00:00.700Z');
const DATES = ['2024-01-01', '2024-06-01', '2025-01-01', '2025-06-01', '2026-01-01'];
const ONE: Change = { id: 'review-1', kind: 'added', newest: '2025-01-01' };
const BEGUN = continueLog(undefined, [], START);

const change: fc.Arbitrary<Change> = fc.record({
  id: fc.constantFrom(...Array.from({ length: 9 }, (_, index) => `review-${index}`)),
  kind: fc.constantFrom(...CHANGE_KINDS),
  newest: fc.constantFrom(...DATES),
});
/** What some releases change, by a clock that may be set back, and how many rows are pruned with each. */
const releases = fc.array(
  fc.record({
    changes: fc.array(change, { maxLength: 12 }),
    now: fc.nat(9_000).map((ms) => START - 2_000 + ms),
    pruned: fc.nat(12),
  }),
  { maxLength: 8 },
);

const read = (text: string) => WrittenLog.parse(JSON.parse(text));

test('a log begins without changes, each under another random id', () => {
  const [one, other] = [1, 2].map(() => continueLog(undefined, [ONE], START));
  assert.ok(one && other);
  const floor = { position: 0, time: Math.floor(START / 1000) * 1000 };
  assert.deepEqual(one, { id: one.id, floor, rows: [] });
  assert.match(one.id, /^[\w-]{16}$/);
  assert.notEqual(one.id, other.id);
});

test('each release adds its changes in a second of its own, and a log is read as it was written', () => {
  fc.assert(
    fc.property(releases, (steps) => {
      let log = BEGUN;
      for (const { changes, now, pruned } of steps) {
        const end = log.rows.at(-1) ?? log.floor;
        const time = Math.max(Math.floor(now / 1000) * 1000, end.time + 1000);
        const added = changes.map((one, at) => ({ ...one, position: end.position + 1 + at, time }));
        const grown = continueLog(log, changes, now);
        assert.deepEqual(grown, { ...log, rows: [...log.rows, ...added] });
        const cut = Math.min(pruned, grown.rows.length);
        const newest = grown.rows[cut - 1] ?? grown.floor;
        const floor = { position: newest.position, time: newest.time };
        log = { ...grown, floor, rows: grown.rows.slice(cut) };
        assert.deepEqual(read(JSON.stringify(writeLog(log))), log);
        assertServed(log);
      }
    }),
  );
});

/** Dates were modified with the newest row that touched them, and each row has its cursor. */
function assertServed(log: ChangeLog): void {
  const { id, floor, rows } = log;
  for (const date of [...DATES, '2020-01-01', '2030-01-01']) {
    const touching = rows.filter(({ newest }) => newest >= date);
    const naive = Math.max(floor.time, ...touching.map((row) => row.time));
    assert.equal(lastModifiedSince(log, date), naive, date);
  }
  for (const { position, time } of [floor, ...rows]) {
    const cursor = cursorAt(log, position);
    assert.equal(Buffer.from(cursor, 'base64url').toString(), `${position}.${time / 1000}.${id}`);
    assert.equal(positionIn(cursor), position);
  }
  for (const beyond of [floor.position - 1, floor.position + rows.length + 1]) {
    assert.equal(positionIn(cursorAt(log, beyond)), undefined);
  }
}

test('whatever is no cursor, spelled in the one way, is not read', () => {
  const cursor = cursorAt(BEGUN, 0);
  const leading = Buffer.from(`0${Buffer.from(cursor, 'base64url')}`).toString('base64url');
  const spelled = [leading, cursor.slice(0, -4), `${cursor}=`, `${cursor}*`, ` ${cursor}`];
  for (const text of ['', 'x', ...spelled]) assert.equal(positionIn(text), undefined, text);
});

test('rows are pruned that are both old and beyond the newest', () => {
  const few = continueLog(BEGUN, [ONE, ONE], START);
  const later = START + KEPT_MS + 10_000;
  assert.equal(continueLog(few, [ONE], later).rows.length, 3);
  const full = continueLog(few, Array<Change>(KEPT_ROWS).fill(ONE), START + 5000);
  assert.equal(full.rows.length, KEPT_ROWS + 2);
  const pruned = continueLog(full, [], later);
  assert.deepEqual(pruned.floor, { position: 2, time: few.rows[1]?.time });
  assert.equal(pruned.rows[0]?.position, 3);
  assert.equal(pruned.rows.length, KEPT_ROWS);
});
