import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Removal } from '#dataset/dataset.ts';
import { findChanges, type Logged } from '#search/changes/find-changes.ts';
import { renderBlocks } from '#search/corpus/record-blocks.ts';
import { publishedReview } from '../../../support/reviews.ts';

type Dates = Readonly<Record<string, string>>;

/** A release of reviews and removals by their dates; all texts but that of `same` are this one. */
function release(reviewBody: string, reviews: Dates, removals: Dates): Logged {
  const published = Object.entries(reviews).map(([id, datePublished]) =>
    publishedReview({ id, datePublished, ...(id !== 'same' && { reviewBody }) }),
  );
  const removed = Object.entries(removals).map(
    ([id, dateRemoved]): Removal => ({ id, dateRemoved, reason: 'duplicate' }),
  );
  return { blocks: renderBlocks(published, []), removed };
}

test('of a review, all dates before and after count, and those of its removal where that changes', () => {
  const before = release(
    'A.',
    {
      moved: '2026-03-01',
      edited: '2026-01-01',
      same: '2026-07-07',
      'taken-down': '2025-01-01',
      deleted: '2025-02-01',
    },
    { kept: '2026-09-09', back: '2026-02-02', lost: '2026-03-03', later: '2026-01-01' },
  );
  const after = release(
    'B.',
    {
      same: '2026-07-07',
      moved: '2020-01-01',
      edited: '2026-01-01',
      new: '2026-05-05',
      back: '2024-04-04',
    },
    { 'taken-down': '2026-06-06', later: '2026-04-04', kept: '2026-09-09' },
  );
  // First what is gone from its place, then edits, what is new, and removals.
  assert.deepEqual(
    findChanges(before, after).map(({ id, kind, newest }) => `${id} ${kind} ${newest}`),
    [
      'moved edited 2026-03-01',
      'taken-down removed 2026-06-06',
      'deleted removed 2025-02-01',
      'edited edited 2026-01-01',
      'new added 2026-05-05',
      'back added 2026-02-02',
      'lost removed 2026-03-03',
      'later removed 2026-04-04',
    ],
  );
  assert.deepEqual(findChanges(before, before), []);
  const [removal = assert.fail()] = after.removed;
  const other = { ...after, removed: [{ ...removal, reason: 'unlawful' as const }] };
  assert.deepEqual(findChanges({ ...after, removed: [removal] }, other), [
    { id: 'taken-down', kind: 'removed', newest: '2026-06-06' },
  ]);
});
