import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CHANGE_KINDS,
  KEPT_MS,
  KEPT_ROWS,
  MAX_GROWTH,
  updateLog,
} from '#search/changes/change-log.ts';
import type { Change } from '#search/changes/find-changes.ts';
import {
  beginKeptLog,
  growKeptLog,
  parseKeptLog,
  serializeKeptLog,
  toChangeLog,
  updateFromKept,
} from '#search/changes/kept-log.ts';

const ID = 'abcdefghijklmnop';
const START = Date.parse('2026-11-20T08:00:00.700Z');

const change: fc.Arbitrary<Change> = fc.record({
  id: fc.constantFrom('review-1', 'review-2', 'review-3'),
  kind: fc.constantFrom(...CHANGE_KINDS),
  newest: fc.constantFrom('2025-01-01', '2026-01-01'),
});
const releases = fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 });

/** The logs of one release after another, a millisecond apart. */
function logsOf(all: readonly (readonly Change[])[]) {
  const logs = [beginKeptLog(ID, 1, START)];
  for (const [index, changes] of all.entries()) {
    const last = logs.at(-1) ?? assert.fail();
    logs.push(growKeptLog(last, index + 2, changes, START + index));
  }
  return logs;
}

test('a log is read as it was written', () => {
  fc.assert(
    fc.property(releases, (all) => {
      for (const log of logsOf(all)) assert.deepEqual(parseKeptLog(serializeKeptLog(log)), log);
    }),
  );
});

test('who has any earlier log gets what leads to the present one', () => {
  fc.assert(
    fc.property(releases, (all) => {
      const logs = logsOf(all);
      const last = logs.at(-1) ?? assert.fail();
      const whole = toChangeLog(last);
      assert.deepEqual(updateLog(undefined, updateFromKept(last, undefined)), whole);
      for (const log of logs) {
        const had = toChangeLog(log);
        const update = updateFromKept(last, { id: ID, ...had.end });
        assert.deepEqual(updateLog(had, update), whole);
      }
    }),
  );
});

test('a log that went on in another way, as after a backup was restored, is whole news', () => {
  const one = { id: 'review-1', kind: 'added', newest: '2025-01-01' } as const;
  const begun = beginKeptLog(ID, 1, START);
  const [first, other] = [START, START + 60_000].map((now) => growKeptLog(begun, 2, [one], now));
  assert.ok(first && other);
  const mark = { id: ID, ...toChangeLog(first).end };
  assert.ok(updateFromKept(first, mark).growth);
  assert.deepEqual(updateFromKept(other, mark).log, toChangeLog(other));
});

test('a log that grew by very much is handed over whole', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `review-${index}`,
      kind: 'edited' as const,
      newest: '2025-01-01',
    }));
  const begun = beginKeptLog(ID, 1, START);
  const mark = { id: ID, ...toChangeLog(begun).end };
  for (const [count, isWhole] of [
    [MAX_GROWTH, false],
    [MAX_GROWTH + 1, true],
  ] as const) {
    const log = growKeptLog(begun, 2, many(count), START);
    const update = updateFromKept(log, mark);
    assert.equal(update.growth === undefined, isWhole);
    assert.deepEqual(updateLog(toChangeLog(begun), update), toChangeLog(log));
  }
});

test('what is damaged, or of another program, is no log', () => {
  const one = { id: 'review-1', kind: 'added', newest: '2025-01-01' } as const;
  const [, log = assert.fail()] = logsOf([[one, { ...one, id: 'review-2' }]]);
  const text = serializeKeptLog(log);
  for (const other of [
    '',
    '{}',
    text.slice(0, -5),
    text.replace('"format":1', '"format":2'),
    text.replace('[2,"review-2"', '[3,"review-2"'),
    text.replace('added', 'renamed'),
    text.replace(ID, 'x'),
  ]) {
    assert.equal(parseKeptLog(other), undefined, other);
  }
});

test('rows are pruned that are both old and beyond the newest', () => {
  const one = (index: number) => ({
    id: `review-${index}`,
    kind: 'added' as const,
    newest: '2025-01-01',
  });
  const many = Array.from({ length: KEPT_ROWS }, (_, index) => one(index));
  const few = growKeptLog(beginKeptLog(ID, 1, START), 2, [one(1), one(2)], START);
  const later = START + KEPT_MS + 10_000;
  assert.equal(growKeptLog(few, 3, [one(3)], later).rows.length, 3);
  const full = growKeptLog(few, 3, many, START + 5000);
  assert.equal(full.rows.length, KEPT_ROWS + 2);
  const pruned = growKeptLog(full, 4, [], later);
  assert.deepEqual(pruned.floor, { position: 2, time: few.rows[1]?.time });
  assert.equal(pruned.rows[0]?.position, 3);
  assert.equal(pruned.rows.length, KEPT_ROWS);
});
