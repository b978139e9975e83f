import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { getReviewStats, MAX_CALLS } from '#agents/tools/review-stats.ts';
import type { Review } from '#dataset/review.ts';
import { SEARCH_BUSY, type SearchHits } from '#search/search.ts';
import { searchNaively } from '../../../support/naive-search.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { anyDataset } from '../../artifacts/any-dataset.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
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

test('reviews are counted by rating, and where nothing is found there is no mean, but hints on names', async () => {
  assert.equal((await callTool(getReviewStats, source)).groupBy, 'rating');
  const asked = { mentions_service: 'divorces', group_by: 'month' };
  assert.deepEqual(await callTool(getReviewStats, source, asked), {
    total: 0,
    averageRating: null,
    filters: { mentions_service: 'divorces' },
    groupBy: 'month',
    buckets: [],
  });
  assert.deepEqual(await hintsOf(getReviewStats, source, asked), [
    'No service has the id "divorces". Did you mean "divorce"? list_entities lists them.',
  ]);
});

test('what it does not take is refused', async () => {
  for (const [given, message] of [
    [
      { group_by: 'week' },
      'group_by must be one of month, quarter, year, rating, technician, serv',
    ],
    [{ limit: 5 }, '"limit" is not an argument of get_review_stats; there are rating, min_rating,'],
    [{ since: '2026-02-01', until: '2026-01-01' }, 'until must not lie before since, 2026-02-01'],
  ] as const) {
    const [, issue = '', ...more] = (await failureOf(getReviewStats, source, given)).split('\n- ');
    assert.deepEqual(more, []);
    assert.ok(issue.startsWith(message), issue);
  }
});

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
