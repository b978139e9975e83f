import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TOOLS } from '#agents/agents.ts';
import { LOWER_BOUNDS } from '#agents/tools/aspect-hints.ts';
import { getInsights } from '#agents/tools/insights.ts';
import { getReviewStats } from '#agents/tools/review-stats.ts';
import { searchReviews } from '#agents/tools/reviews.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { MODEL_CARD } from '#insights/methodology.ts';
import { LANGUAGES } from '#insights/text/segment-text.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { BASE_URL } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const PRICE = { id: 'price', name: 'Price', description: 'What it costs.', terms: ['fee'] };
const BLAME = 'The fee was outrageous and unfair.';

function sourceWith(reviews: readonly Parameters<typeof storedReview>[0][]) {
  const stored = reviews.map((one, at) => storedReview({ id: `review-${at}`, ...one }));
  const content = contentOf({ aspects: [PRICE], reviews: stored });
  return sourceOf(createDataset(content, BASE_URL, createAnnotator()));
}

const source = sourceWith([
  { rating: 1, reviewBody: BLAME },
  { rating: 3, reviewBody: 'It took years, and they never told me anything. '.repeat(20) },
  { rating: 5, reviewBody: 'The fee was fair and reasonable.' },
  { rating: 2, datePublished: '2024-05-05', reviewBody: 'Silence for months.' },
]);

const READING = /^Read the /;
const hintsOf = async (tool: (typeof TOOLS)[number], given: object, from = source) => {
  const answer: { readonly hints?: readonly string[] } = await callTool(tool, from, given);
  return answer.hints ?? [];
};

test('the share that is found is the least of the published ones, of the language that is read', () => {
  const shares = MODEL_CARD.benchmarks.flatMap(({ metric, value }) =>
    metric === 'aspectRecall' ? [value] : [],
  );
  const [least = assert.fail()] = shares.toSorted();
  assert.ok(LOWER_BOUNDS.includes(`about ${Math.round(least * 10)} of 10 mentions`));
  assert.match(LOWER_BOUNDS, /in English only/);
  assert.deepEqual(LANGUAGES, ['en']);
  assert.ok(countTokens(LOWER_BOUNDS) <= 30);
});

test('the low ratings under the same filters can be read by one call, and cost no more than is said', async () => {
  for (const [tool, given, ids] of [
    [getInsights, {}, ['review-0', 'review-1', 'review-3']],
    [getInsights, { aspect: 'price' }, ['review-0', 'review-1', 'review-3']],
    [
      getReviewStats,
      { sentiment: 'negative', group_by: 'aspect' },
      ['review-0', 'review-1', 'review-3'],
    ],
    [getReviewStats, { aspect: 'price', until: '2024-12-31' }, ['review-3']],
    [
      searchReviews,
      { aspect: 'price', max_rating: 2, sentiment: 'negative' },
      ['review-0', 'review-3'],
    ],
    [searchReviews, { aspect: 'price', rating: 3 }, ['review-1']],
  ] as const) {
    const hint = (await hintsOf(tool, given)).find((one) => READING.test(one)) ?? assert.fail();
    const [, count, stars, most, json = ''] =
      /^Read the (\d+) reviews? of (\d) stars or fewer, up to (\d+) tokens: search_reviews (.*)$/.exec(
        hint,
      ) ?? assert.fail(hint);
    const asked = JSON.parse(json);
    const { reviews, total } = await callTool(searchReviews, source, asked);
    assert.deepEqual(reviews.map(({ id }: { readonly id: string }) => id).sort(), ids, hint);
    assert.deepEqual([total, asked.max_rating], [Number(count), Number(stars)]);
    const tokens = countTokens(JSON.stringify(reviews));
    assert.ok(tokens <= Number(most) && Number(most) <= 2 * tokens + 100, `${tokens} of ${most}`);
    for (const { text } of reviews) assert.ok(text);
  }
});

test('low ratings are not offered where there are none, too many, too long ones, or praise is asked for', async () => {
  const many = (length: number, reviewBody: string) =>
    sourceWith(Array.from({ length }, () => ({ rating: 1, reviewBody })));
  for (const [given, from, isOffered] of [
    [{ aspect: 'price', min_rating: 4 }, source, false],
    [{ aspect: 'price', sentiment: 'positive' }, source, false],
    [{ aspect: 'price' }, many(100, BLAME), true],
    [{ aspect: 'price' }, many(101, BLAME), false],
    [{ aspect: 'price' }, many(30, BLAME.repeat(100)), false],
  ] as const) {
    const hints = await hintsOf(searchReviews, given, from);
    assert.ok(hints.includes(LOWER_BOUNDS));
    assert.equal(
      hints.some((hint) => READING.test(hint)),
      isOffered,
      JSON.stringify(given),
    );
  }
});

test('criticism that no quote shows is a call away, the most criticized first, and five at most', async () => {
  const document = await source.insights();
  const [price = assert.fail()] = document.aspects;
  const aspects = Array.from({ length: 8 }, (_, at) => ({
    ...price,
    id: `aspect-${at}`,
    negativeReviewCount: at,
    quotes: at === 6 ? price.quotes.map((one) => ({ ...one, sentiment: 'negative' as const })) : [],
  }));
  const quoting = { ...source, insights: async () => ({ ...document, aspects }) };
  const hints = await hintsOf(getInsights, { section: 'aspects' }, quoting);
  assert.ok(price.quotes.length > 0);
  assert.deepEqual(
    hints.slice(2),
    [7, 5, 4, 3, 2].map(
      (at) =>
        `Criticism of aspect-${at} that no quote shows (${at}): search_reviews {"aspect":"aspect-${at}","sentiment":"negative"}`,
    ),
  );
});
