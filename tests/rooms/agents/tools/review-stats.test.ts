import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { getReviewStats, MAX_CALLS } from '#agents/tools/review-stats.ts';
import type { Review } from '#dataset/review.ts';
import { SEARCH_BUSY, type SearchHits } from '#search/search.ts';
import { searchNaively } from '../../../support/naive-search.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { anyDataset } from '../../artifacts/any-dataset.ts';
import { AWKWARD, datasetOf, NAMED } from '../../artifacts/sample-datasets.ts';
import { anyFilters, asText } from './any-filters.ts';
import { callTool, failureOf, hintsOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

/** The groups that a review belongs to. */
const KEYS: Record<string, (review: Review) => readonly string[]> = {
  month: ({ datePublished }) => [datePublished.slice(0, 7)],
  quarter: ({ datePublished }) => {
    const [year, month] = datePublished.split('-').map(Number);
    return [`${year}-Q${Math.floor(((month ?? 0) - 1) / 3) + 1}`];
  },
  year: ({ datePublished }) => [datePublished.slice(0, 4)],
  rating: ({ reviewRating }) => [String(reviewRating.ratingValue)],
  technician: ({ mentionedTechnicians }) => mentionedTechnicians,
  service: ({ mentionedServices }) => mentionedServices,
};

function meanOf(reviews: readonly Review[]): number | null {
  const sum = reviews.reduce((added, { reviewRating }) => added + reviewRating.ratingValue, 0);
  return reviews.length === 0 ? null : Math.round((sum * 100) / reviews.length) / 100;
}

function bucketsOf(reviews: readonly Review[], groupBy: string) {
  const keysOf = KEYS[groupBy] ?? assert.fail(groupBy);
  const buckets = [...new Set(reviews.flatMap(keysOf))].map((key) => {
    const grouped = reviews.filter((review) => keysOf(review).includes(key));
    return { key, count: grouped.length, averageRating: meanOf(grouped) };
  });
  buckets.sort((a, b) => (a.key < b.key ? -1 : 1));
  const byCount = groupBy === 'technician' || groupBy === 'service';
  return byCount ? buckets.sort((a, b) => b.count - a.count) : buckets.reverse();
}

test('counts and means are those of the reviews that pass the filters', async () => {
  const groupings = fc.constantFrom(...Object.keys(KEYS));
  await fc.assert(
    fc.asyncProperty(anyDataset, anyFilters, groupings, async (dataset, filters, groupBy) => {
      const made = sourceOf(dataset);
      const { technicians } = (await made.insights()).entities;
      const reviews = searchNaively(dataset.reviews, technicians, asText(filters));
      assert.deepEqual(await callTool(getReviewStats, made, { ...filters, group_by: groupBy }), {
        total: reviews.length,
        averageRating: meanOf(reviews),
        filters,
        groupBy,
        buckets: bucketsOf(reviews, groupBy),
      });
    }),
    { numRuns: 40 },
  );
});

const dated = sourceOf(
  datasetOf({
    ...NAMED,
    reviews: [
      { id: 'old-1', datePublished: '2025-12-31', rating: 1, technicians: ['wei-zhang'] },
      { id: 'new-1', datePublished: '2026-01-01', rating: 4.5, services: ['divorce'] },
      {
        id: 'new-2',
        datePublished: '2026-03-31',
        rating: 5,
        technicians: ['maria-lopez', 'wei-zhang'],
      },
      { id: 'new-3', datePublished: '2026-04-01', rating: 5 },
    ].map(storedReview),
  }),
);

/** The buckets of each grouping: key, count and mean. */
const BUCKETS = {
  month: '2026-04 1 5, 2026-03 1 5, 2026-01 1 4.5, 2025-12 1 1',
  quarter: '2026-Q2 1 5, 2026-Q1 2 4.75, 2025-Q4 1 1',
  year: '2026 3 4.83, 2025 1 1',
  rating: '5 2 5, 4.5 1 4.5, 1 1 1',
  technician: 'Wei Zhang 2 3, María López 1 5',
  service: 'divorce 1 4.5',
};

test('buckets stand in their order, and none is empty', async () => {
  for (const [group_by, expected] of Object.entries(BUCKETS)) {
    const { buckets } = await callTool(getReviewStats, dated, { group_by });
    const lines = buckets.map((bucket: object) => Object.values(bucket).join(' '));
    assert.equal(lines.join(', '), expected, group_by);
  }
});

test('nobody is looked for whom no review mentions', async () => {
  const asked: unknown[] = [];
  const search: typeof dated.search = (query) => {
    asked.push(query.mentions_service);
    return dated.search(query);
  };
  await callTool(getReviewStats, { ...dated, search }, { group_by: 'service' });
  assert.deepEqual(asked, [undefined, 'divorce']);
});

test('without arguments all reviews are counted by rating', async () => {
  const { total, groupBy, filters } = await callTool(getReviewStats, dated);
  assert.deepEqual({ total, groupBy, filters }, { total: 4, groupBy: 'rating', filters: {} });
});

test('where nothing is found there is no mean, and unknown names are told', async () => {
  const asked = { mentions_service: 'divorces', group_by: 'month' };
  assert.deepEqual(await callTool(getReviewStats, dated, asked), {
    total: 0,
    averageRating: null,
    filters: { mentions_service: 'divorces' },
    groupBy: 'month',
    buckets: [],
  });
  assert.deepEqual(await hintsOf(getReviewStats, dated, asked), [
    'No service has the id "divorces". Did you mean "divorce"? list_entities lists them.',
  ]);
  assert.deepEqual((await callTool(getReviewStats, sourceOf(datasetOf()))).buckets, []);
});

for (const [given, message] of [
  [{ group_by: 'week' }, 'group_by must be one of month, quarter, year, rating, technician, serv'],
  [{ limit: 5 }, '"limit" is not an argument of get_review_stats; there are rating, min_rating,'],
  [{ since: 5 }, 'since must be text (got 5)'],
  [{ since: '2026-02-01', until: '2026-01-01' }, 'until must not lie before since, 2026-02-01'],
] as const) {
  test(`${JSON.stringify(given)} is refused`, async () => {
    const [, issue = '', ...more] = (await failureOf(getReviewStats, source, given)).split('\n- ');
    assert.deepEqual(more, []);
    assert.ok(issue.startsWith(message), issue);
  });
}

test('too many searches in flight are a failure that says so', async () => {
  const search = async () => 'busy' as const;
  assert.equal(await failureOf(getReviewStats, { ...source, search }, {}), SEARCH_BUSY);
});

test(`one call counts at a time, and more than ${MAX_CALLS} are refused`, async () => {
  const { promise, resolve } = Promise.withResolvers<SearchHits>();
  let searches = 0;
  const search = () => {
    searches++;
    return promise;
  };
  const held = { ...source, search };
  const calls = Array.from({ length: MAX_CALLS }, () => getReviewStats.call({}, held));
  assert.match(await failureOf(getReviewStats, held, {}), /^Too many statistics/);
  assert.equal(searches, 1);
  assert.ok((await getReviewStats.call({}, { ...source })).ok, 'another release has its own line');
  resolve({ total: 0, positions: [] });
  for (const { ok } of await Promise.all(calls)) assert.ok(ok);
  assert.ok((await getReviewStats.call({}, held)).ok);
});
