import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDataset } from '#dataset/dataset.ts';
import { SORTS } from '#search/question/order.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { runs } from '../../../support/at-length.ts';
import { hitsOf, sourceOf } from '../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { BASE_URL } from '../../artifacts/sample-datasets.ts';

type Changes = Parameters<typeof storedReview>[0];

const sourceWith = (reviews: readonly Changes[]) =>
  sourceOf(createDataset(contentOf({ reviews: reviews.map(storedReview) }), BASE_URL));

const source = sourceWith(
  Array.from({ length: 30 }, (_, index) => ({
    id: `review-${String((index * 7) % 30).padStart(2, '0')}`,
    rating: 1 + (index % 9) / 2,
    datePublished: `2026-05-${10 + (index % 4)}`,
  })),
);

async function pageOf(given: object, from = source) {
  const found = hitsOf(await from.search(SearchQuery.parse(given)));
  const ids = await Promise.all(
    found.positions.map(async (position) => (await from.newest(100))[position]?.id ?? ''),
  );
  return { ids, next: found.next, total: found.total };
}

test('a walk along the cursors finds each review once, in every order and page size', async () => {
  for (const sort of SORTS) {
    const { ids } = await pageOf({ sort, limit: 100 });
    for (const limit of [1, 7, 15, 29, 30, 100]) {
      const walked: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await pageOf({ sort, limit, ...(after && { after }) });
        assert.equal(page.total, 30);
        walked.push(...page.ids);
        after = page.next;
        if (after === undefined) break;
      }
      assert.deepEqual(walked, ids, `${sort} ${limit}`);
    }
  }
});

const review = fc.record({
  rating: fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
  datePublished: fc.constantFrom('2026-05-10', '2026-05-11', '2026-05-12'),
});
const reviews = fc
  .uniqueArray(fc.stringMatching(/^[a-z0-9-]{4,6}$/), { maxLength: 20 })
  .chain((ids) => fc.tuple(...ids.map((id) => review.map((one) => ({ ...one, id })))));

test('no review is listed twice and none left out while others are added, changed and taken down', async () => {
  const sorts = fc.constantFrom(...SORTS);
  await fc.assert(
    fc.asyncProperty(reviews, reviews, sorts, fc.integer({ min: 1, max: 5 }), async (...given) => {
      const [before, later, sort, limit] = given;
      const removed = before.filter((_, index) => index % 3 === 0).map(({ id }) => id);
      const known = new Set(before.map(({ id }) => id));
      const after = [
        ...before.filter(({ id }) => !removed.includes(id)),
        ...later.filter(({ id }) => !known.has(id)),
      ];
      const [first, then] = [sourceWith(before), sourceWith(after)];
      const listed: string[] = [];
      let page = await pageOf({ sort, limit }, first);
      listed.push(...page.ids);
      while (page.next !== undefined) {
        page = await pageOf({ sort, limit, after: page.next }, then);
        listed.push(...page.ids);
      }
      assert.equal(new Set(listed).size, listed.length);
      const kept = before.map(({ id }) => id).filter((id) => !removed.includes(id));
      assert.deepEqual(
        kept.filter((id) => !listed.includes(id)),
        [],
      );
    }),
    { numRuns: runs(60) },
  );
});

const refused = (queryString: string) =>
  parseParameters(queryString, SearchQuery, 'search').problems?.map(({ path, code }) => [
    ...path,
    code,
  ]);

test('a cursor of other filters or another sort is refused, and one of another limit is not', async () => {
  const { next = '' } = await pageOf({ min_rating: 2, limit: 1 });
  assert.equal(refused(`min_rating=2&after=${next}`), undefined);
  assert.equal(refused(`sort=newest&min_rating=2.0&limit=9&after=${next}`), undefined);
  for (const other of ['min_rating=3', 'max_rating=2', '', 'min_rating=2&sort=oldest']) {
    assert.deepEqual(refused(`${other}&after=${next}`), [['after', 'invalid_cursor']], other);
  }
  const byStars = (await pageOf({ sort: 'highest', limit: 1 })).next ?? '';
  assert.deepEqual(refused(`sort=lowest&after=${byStars}`), [['after', 'invalid_cursor']]);
});
