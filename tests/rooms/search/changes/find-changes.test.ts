import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Removal } from '#dataset/dataset.ts';
import { findChanges, type Logged } from '#search/changes/find-changes.ts';
import { renderBlocks } from '#search/corpus/review-records.ts';
import { publishedReview } from '../../../support/reviews.ts';

type Dates = Readonly<Record<string, string>>;

/** A release of reviews and removals, by their dates. */
function release(reviewBody: string, reviews: Dates, removals: Dates): Logged {
  const published = Object.entries(reviews).map(([id, datePublished]) =>
    publishedReview({ id, datePublished, reviewBody }),
  );
  const removed = Object.entries(removals).map(
    ([id, dateRemoved]): Removal => ({ id, dateRemoved, reason: 'duplicate' }),
  );
  return { blocks: renderBlocks(published, []), removed };
}

test('reviews that are gone from their places come first, then edits, new reviews and removals', () => {
  const before = release(
    'A.',
    { edited: '2026-04-01', moved: '2026-03-01', 'taken-down': '2025-01-01' },
    { back: '2026-02-02', later: '2026-01-01' },
  );
  const after = release(
    'B.',
    { new: '2026-05-05', edited: '2026-04-01', back: '2024-04-04', moved: '2020-01-01' },
    { 'taken-down': '2026-06-06', later: '2026-04-04' },
  );
  assert.deepEqual(
    findChanges(before, after).map(({ id, kind, newest }) => `${id} ${kind} ${newest}`),
    [
      'moved edited 2026-03-01',
      'taken-down removed 2026-06-06',
      'edited edited 2026-04-01',
      'new added 2026-05-05',
      'back added 2026-02-02',
      'later removed 2026-04-04',
    ],
  );
});
