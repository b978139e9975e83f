import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDataset } from '#dataset/dataset.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { SORTS } from '#search/search.ts';
import { runs } from '../../../support/at-length.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { BASE_URL } from '../../artifacts/sample-datasets.ts';

type Changes = Parameters<typeof storedReview>[0];

const sourceWith = (reviews: readonly Changes[]) =>
  sourceOf(createDataset(contentOf({ reviews: reviews.map(storedReview) }), BASE_URL));

async function pageOf(from: ReviewSource, given: object) {
  const { positions, next, total } = await from.search(SearchQuery.parse(given));
  const reviews = await from.reviews(positions);
  return { ids: reviews.map(({ id }) => id), next, total };
}

/** The reviews of all pages, of which those behind the first are asked of a later release. */
async function walk(first: ReviewSource, later: ReviewSource, given: object) {
  let { ids, next: after } = await pageOf(first, given);
  while (after !== undefined) {
    const page = await pageOf(later, { ...given, after });
    ids = [...ids, ...page.ids];
    after = page.next;
  }
  return ids;
}

const review = fc.record({
  rating: fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
  datePublished: fc.constantFrom('2026-05-10', '2026-05-11', '2026-05-12'),
});
const reviews = fc
  .uniqueArray(fc.stringMatching(/^[a-z0-9-]{4,6}$/), { maxLength: 20 })
  .chain((ids) => fc.tuple(...ids.map((id) => review.map((one) => ({ ...one, id })))));

test('a walk along the cursors lists each review once, also while others are added, changed and taken down', async () => {
  const sorts = fc.constantFrom(...SORTS);
  await fc.assert(
    fc.asyncProperty(reviews, reviews, sorts, fc.integer({ min: 1, max: 5 }), async (...given) => {
      const [before, later, sort, limit] = given;
      const known = new Set(before.map(({ id }) => id));
      const kept = before.filter((_, index) => index % 3 !== 0);
      const first = sourceWith(before);
      const all = await pageOf(first, { sort, limit: 100 });
      assert.equal(all.total, before.length);
      assert.equal((await pageOf(first, { sort, limit })).total, before.length);
      assert.deepEqual(await walk(first, first, { sort, limit }), all.ids);
      const then = sourceWith([...kept, ...later.filter(({ id }) => !known.has(id))]);
      const listed = await walk(first, then, { sort, limit });
      assert.equal(new Set(listed).size, listed.length);
      assert.ok(kept.every(({ id }) => listed.includes(id)));
    }),
    { numRuns: runs(60) },
  );
});
