import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getReviewStats } from '#agents/tools/review-stats.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import { countReviews } from '#search/stats.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

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
