import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { deriveInsights } from '#insights/insights.ts';
import { scoreInterval, scoreOf } from '#insights/score.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { BASE_URL } from '../artifacts/sample-datasets.ts';
import { mentionOf } from './mention-of.ts';

test('a score is rounded half away from zero to three decimals, and zero has no sign', () => {
  for (const [sum, count, score] of [
    [1, 3, 0.333],
    [-2, 3, -0.667],
    [1, 16, 0.063],
    [-1, 16, -0.063],
    // As a binary fraction 1003 / 2000 is a little less than 0.5015.
    [1003, 2000, 0.502],
    [-7, 7, -1],
    [0, 0, 0],
    [-0, 5, 0],
    [-1, 10_000, 0],
  ] as const) {
    assert.ok(Object.is(scoreOf(sum, count), score), `${sum} / ${count}`);
  }
});

test('the interval is that of a published example', () => {
  // Airway hyper-responsiveness (Bentur 2009) in Fagerland, Lydersen and Laake 2014 (Statistics in
  // Medicine 33:2850): Tango's asymptotic score interval of (1 − 7) / 21.
  assert.deepEqual(scoreInterval(1, 7, 21), [-0.517, -0.026]);
});

const STAFF = { id: 'staff', name: 'Staff', description: 'Who helps.', terms: ['informed'] };

/** The insights of so many reviews that praise an aspect, and of one that only mentions it. */
function praisedIn(count: number) {
  const reviews = Array.from({ length: count + 1 }, (_, at) =>
    storedReview({ id: `review-${at}`, rating: at === count ? 3 : 5 }),
  );
  const content = contentOf({ reviews, aspects: [STAFF] });
  const dataset = createDataset(content, BASE_URL, () => ({ rating }) => {
    const label = rating === 3 ? 'neutral' : 'positive';
    return { sentiment: { label, score: 0 }, aspects: [mentionOf({ sentiment: label })] };
  });
  return deriveInsights(dataset);
}

test('a score is given from thirty reviews that praise or criticize, of everything that is counted', () => {
  const [few, enough] = [praisedIn(29), praisedIn(30)];
  const scoresOf = ({ sentiment, aspects: [staff] }: typeof few) =>
    [sentiment, staff, staff?.trend[0]].map((counted) => counted?.score);
  assert.deepEqual(scoresOf(few), [null, null, null]);
  assert.deepEqual(scoresOf(enough), [0.968, 0.968, 0.968]);
  assert.deepEqual([few.aspects[0]?.judgingReviewCount, few.aspects[0]?.reviewCount], [29, 30]);
  assert.deepEqual([few.aspects[0]?.sampleSize, enough.aspects[0]?.sampleSize], ['low', 'ok']);
});
