import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CHANGE_KINDS, KEPT_MS, KEPT_ROWS } from '#search/changes/change-log.ts';
import type { Change } from '#search/changes/find-changes.ts';
import { continueLog, parseKeptLog, serializeKeptLog } from '#search/changes/kept-log.ts';

const ONE: Change = { id: 'review-1', kind: 'added', newest: '2025-01-01' };
const START = Date.parse('2026-11-20T08:00:00.700Z');

const change: fc.Arbitrary<Change> = fc.record({
  id: fc.constantFrom('review-1', 'review-2', 'review-3'),
  kind: fc.constantFrom(...CHANGE_KINDS),
  newest: fc.constantFrom('2025-01-01', '2026-01-01'),
});
const releases = fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 });

/** The logs of one release after another, a millisecond apart. */
function logsOf(all: readonly (readonly Change[])[]) {
  const logs = [continueLog(undefined, 1, [], START)];
  for (const [index, changes] of all.entries()) {
    const last = logs.at(-1) ?? assert.fail();
    logs.push(continueLog(last, index + 2, changes, START + index));
  }
  return logs;
}

test('a log begins without changes, each under another random id', () => {
  const [one, other] = [1, 2].map(() => continueLog(undefined, 7, [ONE], START));
  assert.ok(one && other);
  const floor = { position: 0, time: Math.floor(START / 1000) * 1000 };
  assert.deepEqual(one, { id: one.id, ordinal: 7, floor, rows: [] });
  assert.match(one.id, /^[\w-]{16}$/);
  assert.notEqual(one.id, other.id);
});

test('each release adds its changes, later than all before, and a log is read as it was written', () => {
  fc.assert(
    fc.property(releases, (all) => {
      const logs = logsOf(all);
      for (const [index, log] of logs.entries()) {
        assert.deepEqual(parseKeptLog(serializeKeptLog(log)), log);
        const before = logs[index - 1];
        if (!before) continue;
        const { id, floor } = before;
        const { time } = before.rows.at(-1) ?? floor;
        const added = log.rows.slice(before.rows.length);
        const rows = [...before.rows, ...added];
        assert.deepEqual(log, { id, floor, ordinal: index + 1, rows });
        const last = rows.length - added.length;
        const expected = all[index - 1]?.map((one, at) => ({
          ...one,
          position: last + 1 + at,
          time: time + 1000,
        }));
        assert.deepEqual(added, expected);
      }
    }),
  );
});

test('what is damaged, or of another program, is no log', () => {
  const [, log = assert.fail()] = logsOf([[ONE, { ...ONE, id: 'review-2' }]]);
  const text = serializeKeptLog(log);
  for (const other of [
    '',
    '{}',
    text.slice(0, -5),
    text.replace('"format":1', '"format":2'),
    text.replace('[2,"review-2"', '[3,"review-2"'),
    text.replace('added', 'renamed'),
    text.replace(log.id, 'x'),
  ]) {
    assert.equal(parseKeptLog(other), undefined, other);
  }
});

test('rows are pruned that are both old and beyond the newest', () => {
  const few = continueLog(continueLog(undefined, 1, [], START), 2, [ONE, ONE], START);
  const later = START + KEPT_MS + 10_000;
  assert.equal(continueLog(few, 3, [ONE], later).rows.length, 3);
  const full = continueLog(few, 3, Array<Change>(KEPT_ROWS).fill(ONE), START + 5000);
  assert.equal(full.rows.length, KEPT_ROWS + 2);
  const pruned = continueLog(full, 4, [], later);
  assert.deepEqual(pruned.floor, { position: 2, time: few.rows[1]?.time });
  assert.equal(pruned.rows[0]?.position, 3);
  assert.equal(pruned.rows.length, KEPT_ROWS);
});
