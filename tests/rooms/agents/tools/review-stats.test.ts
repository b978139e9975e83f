import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getReviewStats } from '#agents/tools/review-stats.ts';
import { GROUPINGS, StatsQuery } from '#search/question/stats-query.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { countReviews } from '#search/stats.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
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
