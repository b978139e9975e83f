import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { conciseReviewAt, getReview, searchReviews } from '#agents/tools/reviews.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus, reviewBytes } from '#search/corpus/corpus.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { searchNaively } from '../../../support/naive-search.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { anyDataset } from '../../artifacts/any-dataset.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { anyFilters, asText } from './any-filters.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('every review that passes the filters is found, also in brief', async () => {
  const limits = fc.constantFrom(1, 2, 20, 100);
  await fc.assert(
    fc.asyncProperty(anyDataset, anyFilters, limits, async (dataset, filters, limit) => {
      const made = sourceOf(dataset);
      const insights = await made.insights();
      const expected = searchNaively(dataset.reviews, insights, asText(filters));
      const reviews = expected.slice(0, limit);
      const { sort: _, ...echoed } = filters;
      const envelope = { total: expected.length, count: reviews.length, limit, filters: echoed };
      const asked = { ...filters, limit, response_format: 'concise' };
      const brief = await callTool(searchReviews, made, asked);
      const ids = brief.reviews.map(({ id }: { readonly id: string }) => ({ id }));
      const expectedIds = reviews.map(({ id }) => ({ id }));
      const { next, hints, ...answer } = brief;
      assert.deepEqual({ ...answer, reviews: ids }, { ...envelope, reviews: expectedIds });
      assert.equal(next !== undefined, expected.length > limit);
      assert.ok(hints === undefined || (expected.length === 0 && hints.length > 0));
    }),
    { numRuns: 25 },
  );
});

test('a concise answer holds what is needed to choose and to cite', async () => {
  const asked = { query: 'my divorce', response_format: 'concise' };
  assert.deepEqual(await callTool(searchReviews, source, asked), {
    total: 1,
    count: 1,
    limit: 20,
    filters: { query: 'my divorce' },
    reviews: [
      {
        id: 'everything',
        date: '2026-10-03',
        rating: 4.5,
        author: 'Jane D.',
        excerpt: 'My divorce and the car crash in Fairhaven: Maria López did it.',
        url: AWKWARD.reviews[0]?.url,
      },
    ],
  });
});

test('bad arguments are told with their names, bounds and what there is', async () => {
  const message = await failureOf(searchReviews, source, {
    rating: 7,
    since: '2026-02-30',
    limit: '5',
    response_format: 'short',
    technician: 'x',
  });
  assert.equal(
    message,
    [
      'search_reviews was not called. Correct the arguments and call it again:',
      '- rating must be a whole number from 1 to 5 (got 7)',
      '- since must be a date that exists, written YYYY-MM-DD (got "2026-02-30")',
      '- limit must be a whole number from 1 to 100 (got "5")',
      '- response_format must be "detailed" or "concise" (got "short")',
      '- "technician" is not an argument of search_reviews; there are rating, min_rating, max_rating, since, until, query, mentions_technician, mentions_service, service_area, aspect, sentiment, source, language, has_reply, relationship, sort, after, limit, response_format',
    ].join('\n'),
  );
});

test('too many searches in flight are a failure that says so', async () => {
  const search = async () => 'busy' as const;
  assert.equal(await failureOf(searchReviews, { ...source, search }, {}), SEARCH_BUSY);
});

test('an excerpt has 280 whole characters at most', () => {
  for (const [text, excerpt] of [
    ['', ''],
    ['x'.repeat(280), 'x'.repeat(280)],
    ['x'.repeat(281), `${'x'.repeat(279)}…`],
    ['👩'.repeat(280), '👩'.repeat(280)],
    ['👩'.repeat(281), `${'👩'.repeat(279)}…`],
    [`${'x'.repeat(278)}👩yz`, `${'x'.repeat(278)}👩…`],
  ] as const) {
    const dataset = datasetOf({ reviews: [storedReview({ reviewBody: text })] });
    const corpus = readCorpus([renderReviewsJson(dataset)]);
    assert.equal(conciseReviewAt(corpus, 0).excerpt, excerpt);
  }
});

test('every review is answered as it was published', async () => {
  for (const [position, review] of AWKWARD.reviews.entries()) {
    assert.deepEqual(await callTool(getReview, source, { id: review.id }), review);
    const answer = await getReview.call({ id: review.id }, source);
    const published = new TextDecoder().decode(reviewBytes(source.corpus, position));
    assert.equal(answer.ok && answer.json, published);
  }
});

test('where there is no review, it is said what is wrong, or when and why it was taken down', async () => {
  for (const [given, message] of [
    [{ id: 'nobody' }, 'No review has id nobody. Use search_reviews to find ids.'],
    [
      { id: 'gone-2' },
      'Review gone-2 was taken down on 2026-08-01 (spam). Use search_reviews to find others.',
    ],
    [{}, '- id is required'],
    [{ id: 7 }, '- id must be text (got 7)'],
    [
      { id: 'A "b"' },
      '- id must be 4 to 64 lower-case letters, digits or hyphens (got "A \\"b\\"")',
    ],
  ] as const) {
    assert.equal((await failureOf(getReview, source, given)).split('\n').at(-1), message);
  }
});

test('what to try stands in the answer where nothing is found', async () => {
  for (const response_format of ['concise', 'detailed']) {
    const asked = { mentions_technician: 'Mariah', response_format };
    const { total, hints } = await callTool(searchReviews, source, asked);
    assert.equal(total, 0);
    assert.deepEqual(hints, ['No technician is called "Mariah". Did you mean "María López"?']);
  }
});

test('a page leads on to the next one, also in brief', async () => {
  const asked = { limit: 5, sort: 'oldest', response_format: 'concise' };
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await callTool(searchReviews, source, { ...asked, ...(after && { after }) });
    ids.push(...page.reviews.map(({ id }: { readonly id: string }) => id));
    after = page.next;
    if (after === undefined) break;
  }
  const all = await callTool(searchReviews, source, { ...asked, limit: 100 });
  assert.deepEqual(
    ids,
    all.reviews.map(({ id }: { readonly id: string }) => id),
  );
});
