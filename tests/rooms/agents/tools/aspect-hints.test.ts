import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchReviews } from '#agents/tools/reviews.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { BASE_URL } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const PRICE = { id: 'price', name: 'Price', description: 'What it costs.', terms: ['fee'] };
const BLAME = 'The fee was outrageous and unfair.';

/** Reviews of some stars, and one of five. */
function sourceWith(length: number, reviewBody: string, starsOf = (_at: number) => 1) {
  const low = Array.from({ length }, (_, at) =>
    storedReview({ id: `review-${at}`, rating: starsOf(at), reviewBody }),
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
    assert.ok(hints.some((hint) => hint.startsWith('Counts are lower bounds: ')));
    const isSaid = hints.some((hint) => hint.startsWith('Read the '));
    assert.equal(isSaid, isOffered, JSON.stringify(given));
  }
});

test('reviews of four stars are to be read as well, unless they do not fit into one answer', async () => {
  const readIn = async (length: number, given: object = {}) => {
    const source = sourceWith(length, BLAME, (at) => (at < 60 ? 3 : 4));
    const { hints } = await callTool(searchReviews, source, { aspect: 'price', ...given });
    return hints.map((hint: string) => /^Read the (.*), up to /.exec(hint)?.[1]).filter(Boolean);
  };
  assert.deepEqual(await readIn(100), ['100 reviews of 4 stars or fewer']);
  assert.deepEqual(await readIn(101), ['60 reviews of 3 stars or fewer']);
  assert.deepEqual(await readIn(100, { max_rating: 3 }), ['60 reviews of 3 stars or fewer']);
});
