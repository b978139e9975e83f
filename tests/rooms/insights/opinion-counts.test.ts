import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpinionCounts } from '#insights/opinion-counts.ts';
import { OpinionsByKey } from '#insights/opinions-by-key.ts';
import { trendOf } from '#insights/trend.ts';

test('mentions are counted each, and reviews once on a side however often they take it', () => {
  const counts = new OpinionCounts();
  counts.change(['positive', 'positive', 'neutral'], 1);
  counts.change(['negative'], 1);
  counts.change(['positive', 'negative'], 1);
  counts.change(['mixed'], 1);
  counts.change(['neutral'], 1);
  assert.deepEqual(counts.figures, {
    reviewCount: 5,
    mentionCount: 8,
    positive: 3,
    neutral: 2,
    negative: 2,
    positiveReviewCount: 3,
    negativeReviewCount: 3,
    score: 0,
  });
  assert.equal(counts.mixedReviewCount, 2);
});

test('what is taken back is not counted', () => {
  const counts = new OpinionCounts();
  for (const by of [1, -1] as const) counts.change(['positive', 'mixed'], by);
  assert.deepEqual(counts.figures, new OpinionCounts().figures);
  assert.deepEqual(counts.interval, [-1, 1]);
});

test('reviews that do both belong to neither side of the interval', () => {
  const [both, neutral] = [new OpinionCounts(), new OpinionCounts()];
  for (let review = 0; review < 9; review++) {
    both.change(['positive', 'negative'], 1);
    neutral.change(['neutral'], 1);
  }
  assert.deepEqual(both.interval, neutral.interval);
});

test('a trend tells quarters with reviews, the oldest first', () => {
  const quarters = new OpinionsByKey();
  quarters.change('2026-Q2', ['negative'], 1);
  quarters.change('2025-Q4', ['positive', 'positive'], 1);
  quarters.change('2026-Q2', ['positive'], 1);
  quarters.change('2026-Q3', ['mixed'], 1);
  quarters.change('2026-Q3', ['mixed'], -1);
  assert.deepEqual(
    trendOf(quarters).map(({ period, reviewCount, score }) => [period, reviewCount, score]),
    [
      ['2025-Q4', 1, 1],
      ['2026-Q2', 2, 0],
    ],
  );
});
