import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Review } from '#dataset/review.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { findSimilar } from '../../../../../site/ui/lib/insight/similar-reviews.ts';
import { sourceOf } from '../../../../support/review-source.ts';
import { datasetOf, NAMED, numberedReviews } from '../../../artifacts/sample-datasets.ts';

/** Reviews of which the newest is the last, every third of a divorce. */
function datasetWith(count: number) {
  const reviews = numberedReviews(count).map((review, at) => ({
    ...review,
    services: at % 3 === 0 ? ['divorce'] : [],
    technicians: at % 3 === 1 ? ['maria-lopez'] : [],
  }));
  return datasetOf({ ...NAMED, reviews });
}

async function similarTo(review: Review, source: ReviewSource): Promise<readonly string[]> {
  const found = await findSimilar(review, source);
  return found?.reviews.map(({ id }) => id) ?? [];
}

test('beside a complaint stand complaints of the same subject, and praise only where there are none', async () => {
  const { reviews } = datasetWith(30);
  const rated = reviews.map((review, at) => ({
    ...review,
    reviewRating: { ...review.reviewRating, ratingValue: at % 2 === 0 ? 1 : 5 },
  }));
  const source = sourceOf({ ...datasetOf(NAMED), reviews: rated });
  const ratingOf = new Map(rated.map(({ id, reviewRating }) => [id, reviewRating.ratingValue]));
  for (const review of rated.filter(({ mentionedServices }) => mentionedServices.length > 0)) {
    const alike = await similarTo(review, source);
    assert.equal(alike.length, 3);
    for (const id of alike) assert.equal(ratingOf.get(id), review.reviewRating.ratingValue);
  }
  const lone = rated.map((review, at) => ({
    ...review,
    reviewRating: { ...review.reviewRating, ratingValue: at === 2 ? 1 : 5 },
  }));
  const [, , complaint] = lone;
  const among = sourceOf({ ...datasetOf(NAMED), reviews: lone });
  assert.equal((await similarTo(complaint ?? assert.fail(), among)).length, 3);
});

test('a review is never like itself, nor twice like another', async () => {
  for (let count = 1; count <= 20; count++) {
    const { reviews } = datasetWith(count);
    const source = sourceOf({ ...datasetOf(NAMED), reviews });
    const alike = reviews.filter(({ mentionedServices }) => mentionedServices.length > 0);
    for (const review of alike) {
      const found = await similarTo(review, source);
      assert.equal(new Set(found).size, Math.min(3, alike.length - 1));
      assert.ok(!found.includes(review.id));
      assert.ok(found.every((id) => alike.some((one) => one.id === id)));
    }
  }
});
