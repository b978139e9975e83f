import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getReviewStats } from '#agents/tools/review-stats.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { GROUPINGS, StatsQuery } from '#search/question/stats-query.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { countReviews } from '#search/stats.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { AWKWARD, BASE_URL } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('the answer is what reviews are counted to, by rating where nothing is asked for', async () => {
  for (const given of [{}, { group_by: 'technician,month', min_rating: 4 }]) {
    const counted = await countReviews(StatsQuery.parse(given), source);
    assert.ok(counted !== 'busy');
    const { filters, groupBy, ...expected } = counted;
    assert.deepEqual(await callTool(getReviewStats, source, given), expected);
  }
});

test('all filters hold in every group, so that none counts more than the total', async () => {
  const count = (given: object) => callTool(getReviewStats, source, given);
  for (const [filter, group_by] of [
    [{ mentions_technician: 'maria-lopez' }, 'technician'],
    [{ mentions_service: 'divorce' }, 'service'],
    [{ rating: 5 }, 'rating'],
    [{ source: 'Google' }, 'source'],
    [{ has_reply: true }, 'has_reply'],
  ] as const) {
    const { total, buckets } = await count({ ...filter, group_by });
    assert.ok(buckets.length > 0, group_by);
    for (const bucket of buckets) assert.ok(bucket.count <= total, JSON.stringify(bucket));
  }
});

test('by aspect, a sentiment is that about each aspect, whatever the review is as a whole', async () => {
  const price = { id: 'price', name: 'Price', description: 'What it costs.', terms: ['fee'] };
  const reviewBody =
    'They won my case quickly. They were excellent and kind. The fee was far too high and unfair.';
  const content = contentOf({ aspects: [price], reviews: [storedReview({ reviewBody })] });
  const said = sourceOf(createDataset(content, BASE_URL, createAnnotator()));
  const asked = { sentiment: 'negative', group_by: 'aspect' };
  const { buckets } = await callTool(getReviewStats, said, asked);
  assert.partialDeepStrictEqual(buckets, [{ key: 'price', count: 1 }]);
  const others = await callTool(getReviewStats, said, { aspect: 'price', group_by: 'aspect' });
  assert.deepEqual(
    others.buckets.map(({ key }: { readonly key: string }) => key),
    ['price'],
  );
});

test('groupings are taken as a list too, in any case, with blanks behind commas', async () => {
  const expected = await callTool(getReviewStats, source, { group_by: 'year,rating' });
  for (const group_by of [['Year', 'RATING'], 'year, rating', 'YEAR,rating']) {
    assert.deepEqual(await callTool(getReviewStats, source, { group_by }), expected);
  }
});

const CHOICES = `group_by must be one of ${GROUPINGS.join(', ')}, or several, each once, with commas between`;

test('what it does not take is refused', async () => {
  for (const [given, message] of [
    [{ group_by: 'week' }, 'group_by must be one of rating, year, quarter, month, technician, '],
    [{ group_by: 'year,year' }, 'group_by has "year" more than once; name each value once'],
    [{ group_by: 'yaer' }, `${CHOICES} (did you mean "year"?) (got "yaer")`],
    [{ limit: 5 }, '"limit" is not an argument of get_review_stats; there are rating, min_rating,'],
    [{ since: '2026-02-01', until: '2026-01-01' }, 'until must not lie before since, 2026-02-01'],
    [{ min_rating: 4, max_rating: 3.5 }, 'max_rating must not be below min_rating, 4 (got 3.5)'],
  ] as const) {
    const [, issue = '', ...more] = (await failureOf(getReviewStats, source, given)).split('\n- ');
    assert.deepEqual(more, []);
    assert.ok(issue.startsWith(message), issue);
  }
});

test('too many searches in flight are a failure that says so', async () => {
  const count = async () => 'busy' as const;
  assert.equal(await failureOf(getReviewStats, { ...source, count }, {}), SEARCH_BUSY);
});
