import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_ANSWER_BYTES } from '#agents/answers/answer-size.ts';
import { getReviewStats } from '#agents/tools/review-stats.ts';
import { searchReviews } from '#agents/tools/reviews.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('an answer ends at whole reviews where it would be too long, and says how to go on', async () => {
  const reviews = Array.from({ length: 120 }, (_, at) =>
    storedReview({
      id: `long-${at}`,
      datePublished: '2026-01-01',
      reviewBody: `${at} ${'words '.repeat(400)}`,
    }),
  );
  const long = sourceOf(datasetOf({ reviews }));
  for (const more of [{ response_format: 'detailed' }, { include: 'text' }]) {
    const ids: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await callTool(searchReviews, long, {
        limit: 100,
        ...more,
        after: after ?? null,
      });
      assert.ok(Buffer.byteLength(JSON.stringify(page)) <= MAX_ANSWER_BYTES);
      assert.equal(page.count, page.reviews.length);
      ids.push(...page.reviews.map(({ id }: { readonly id: string }) => id));
      after = page.next;
      if (after === undefined) break;
      assert.match(page.hints[0], new RegExp(`^The answer has room for ${page.count} of the `));
    }
    assert.equal(new Set(ids).size, 120);
    assert.equal(ids.length, 120);
  }
});

test('who finds more than an answer can hold hears that all is a download', async () => {
  const reviews = Array.from({ length: 101 }, (_, at) => storedReview({ id: `many-${at}` }));
  const many = sourceOf(datasetOf({ reviews }));
  const bulk = `To read all of them download ${many.baseUrl}/reviews.json or ${many.baseUrl}/reviews.csv.`;
  for (const [given, hinted] of [
    [{}, [bulk]],
    [{ limit: 100, rating: 5 }, [bulk]],
    [{ limit: 1, response_format: 'detailed' }, [bulk]],
    [{ limit: 10, rating: 5 }, undefined],
  ] as const) {
    assert.deepEqual((await callTool(searchReviews, many, given)).hints, hinted);
  }
});

test('too many searches in flight are a failure that says so', async () => {
  const busy = async () => 'busy' as const;
  for (const tool of [searchReviews, getReviewStats]) {
    const failure = await failureOf(tool, { ...source, search: busy, count: busy }, {});
    assert.equal(failure, SEARCH_BUSY);
  }
});
