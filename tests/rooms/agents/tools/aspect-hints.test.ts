import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOWER_BOUNDS } from '#agents/tools/aspect-hints.ts';
import { searchReviews } from '#agents/tools/reviews.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { BASE_URL } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const PRICE = { id: 'price', name: 'Price', description: 'What it costs.', terms: ['fee'] };
const BLAME = 'The fee was outrageous and unfair.';

/** Reviews of one star, and one of five. */
function sourceWith(length: number, reviewBody: string) {
  const low = Array.from({ length }, (_, at) =>
    storedReview({ id: `review-${at}`, rating: 1, reviewBody }),
  );
  const high = storedReview({ id: 'praise', reviewBody: 'The fee was fair and reasonable.' });
  const content = contentOf({ aspects: [PRICE], reviews: [...low, high] });
  return sourceOf(createDataset(content, BASE_URL, createAnnotator()));
}

test('low ratings are not offered where there are none, too many, too long ones, or praise is asked for', async () => {
  for (const [given, from, isOffered] of [
    [{ aspect: 'price', min_rating: 4 }, sourceWith(2, BLAME), false],
    [{ aspect: 'price', sentiment: 'positive' }, sourceWith(2, BLAME), false],
    [{ aspect: 'price' }, sourceWith(100, BLAME), true],
    [{ aspect: 'price' }, sourceWith(101, BLAME), false],
    [{ aspect: 'price' }, sourceWith(30, BLAME.repeat(100)), false],
  ] as const) {
    const hints: string[] = (await callTool(searchReviews, from, given)).hints;
    assert.ok(hints.includes(LOWER_BOUNDS));
    const isSaid = hints.some((hint) => hint.startsWith('Read the '));
    assert.equal(isSaid, isOffered, JSON.stringify(given));
  }
});
