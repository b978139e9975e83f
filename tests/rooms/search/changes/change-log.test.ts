import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CHANGE_KINDS,
  type ChangeRow,
  createChangeLog,
  kindAt,
} from '#search/changes/change-log.ts';
import { formatCursor, parseCursor } from '#search/changes/changes-cursor.ts';
import { findChanges, rowsOf, timeAfter } from '#search/changes/find-changes.ts';
import { countBelow, lastModifiedSince, timeAt } from '#search/changes/log-times.ts';
import { renderBlocks } from '#search/corpus/record-blocks.ts';
import { publishedReview } from '../../../support/reviews.ts';

const ID = 'abcdefghijklmnop';
const BEGAN = 1_000_000;
const DATES = ['2024-01-01', '2024-06-01', '2025-01-01', '2025-06-01', '2026-01-01'];

const change = fc.record({
  id: fc.constantFrom(...Array.from({ length: 9 }, (_, index) => `review-${index}`)),
  kind: fc.constantFrom(...CHANGE_KINDS),
  newest: fc.constantFrom(...DATES),
});
/** What some releases change, and how many rows are pruned with each. */
const releases = fc.array(
  fc.record({ changes: fc.array(change, { maxLength: 12 }), pruned: fc.nat(12) }),
  { maxLength: 8 },
);

test('a log has the last row of each review, and the times of all rows that are kept', () => {
  fc.assert(
    fc.property(releases, (steps) => {
      let rows: readonly ChangeRow[] = [];
      let floor = { position: 0, time: BEGAN };
      for (const [index, { changes, pruned }] of steps.entries()) {
        const { position, time } = rows.at(-1) ?? floor;
        const all = [...rows, ...rowsOf(changes, { position, time }, BEGAN + index * 700)];
        const cut = Math.min(pruned, Math.max(all.length - 1, 0));
        const newest = all[cut - 1] ?? floor;
        floor = { position: newest.position, time: newest.time };
        rows = all.slice(cut);
        const log = createChangeLog({ id: ID, floor }, rows);
        const last = rows.filter((row) => rows.findLast(({ id }) => id === row.id) === row);
        assert.deepEqual(
          log.ids,
          last.map(({ id }) => id),
        );
        assert.deepEqual(
          log.ids.map((_, index) => kindAt(log, index)),
          last.map(({ kind }) => kind),
        );
        assert.deepEqual(
          [...log.positions],
          last.map((row) => row.position),
        );
        for (const date of [...DATES, '2020-01-01', '2030-01-01']) {
          const touching = rows.filter(({ newest }) => newest >= date);
          const naive = Math.max(floor.time, ...touching.map((row) => row.time));
          assert.equal(lastModifiedSince(log, date), naive, date);
        }
        const end = rows.at(-1) ?? floor;
        assert.deepEqual(log.end, { position: end.position, time: end.time });
        assert.equal(timeAt(log, floor.position), floor.time);
        for (const beyond of [floor.position - 1, log.end.position + 1]) {
          assert.equal(timeAt(log, beyond), undefined);
        }
        for (const row of rows) {
          const naive = last.filter((one) => one.position <= row.position).length;
          assert.equal(countBelow(log.positions, row.position + 1), naive);
          assert.equal(timeAt(log, row.position), row.time);
        }
      }
    }),
  );
});

test('all rows of a release have one time, in whole seconds, a second after the release before at least', () => {
  const changes = ['review-1', 'review-2'].map((id) => ({
    id,
    kind: 'added' as const,
    newest: '2026-01-01',
  }));
  const timesAt = (now: number) =>
    rowsOf(changes, { position: 7, time: 5_000 }, now).map(({ position, time }) => [
      position,
      time,
    ]);
  assert.deepEqual(timesAt(9_999), [
    [8, 9_000],
    [9, 9_000],
  ]);
  // In the same second, or by a clock that was set back.
  assert.deepEqual(timesAt(5_400), [
    [8, 6_000],
    [9, 6_000],
  ]);
  assert.equal(timeAfter(5_000, 0), 6_000);
});

test('of a review, all dates before and after count, and those of its removal where that changes', () => {
  const blocksOf = (dates: Readonly<Record<string, string>>, reviewBody: string) =>
    renderBlocks(
      Object.entries(dates).map(([id, datePublished]) =>
        publishedReview({ id, datePublished, ...(id !== 'same' && { reviewBody }) }),
      ),
      [],
    );
  const removal = (id: string, dateRemoved: string) => ({
    id,
    dateRemoved,
    reason: 'duplicate' as const,
  });
  const kept = removal('kept', '2026-09-09');
  const before = {
    blocks: blocksOf(
      {
        moved: '2026-03-01',
        edited: '2026-01-01',
        same: '2026-07-07',
        'taken-down': '2025-01-01',
        deleted: '2025-02-01',
      },
      'A.',
    ),
    removed: [
      kept,
      removal('back', '2026-02-02'),
      removal('lost', '2026-03-03'),
      removal('later', '2026-01-01'),
      removal('other', '2026-05-01'),
    ],
  };
  const after = {
    blocks: blocksOf(
      {
        same: '2026-07-07',
        moved: '2020-01-01',
        edited: '2026-01-01',
        new: '2026-05-05',
        back: '2024-04-04',
      },
      'B.',
    ),
    removed: [
      removal('taken-down', '2026-06-06'),
      removal('later', '2026-04-04'),
      { ...removal('other', '2026-05-01'), reason: 'unlawful' as const },
      { ...kept },
    ],
  };
  const found = findChanges(before, after);
  assert.deepEqual(
    Object.fromEntries(found.map(({ id, kind, newest }) => [id, `${kind} ${newest}`])),
    {
      moved: 'edited 2026-03-01',
      edited: 'edited 2026-01-01',
      'taken-down': 'removed 2026-06-06',
      deleted: 'removed 2025-02-01',
      new: 'added 2026-05-05',
      back: 'added 2026-02-02',
      lost: 'removed 2026-03-03',
      later: 'removed 2026-04-04',
      other: 'removed 2026-05-01',
    },
  );
  assert.deepEqual(findChanges(before, before), []);
});

test('a cursor is read as it was written; whatever else is sent is none', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.nat(10 ** 9), (position, seconds) => {
      const cursor = { id: ID, position, time: seconds * 1000 };
      assert.deepEqual(parseCursor(formatCursor(cursor)), cursor);
    }),
  );
  const cursor = formatCursor({ id: ID, position: 12, time: BEGAN });
  for (const text of ['', 'x', cursor.slice(0, -4), `${cursor}=`, `${cursor}*`, ` ${cursor}`]) {
    assert.equal(parseCursor(text), undefined, text);
  }
  const leading = Buffer.from(`012.1000.${ID}`).toString('base64url');
  assert.equal(parseCursor(leading), undefined);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = parseCursor(text);
      if (read) assert.equal(formatCursor(read), text);
    }),
  );
});
