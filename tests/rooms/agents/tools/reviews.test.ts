import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '#agents/ready-json.ts';
import { conciseReviewAt, getReview, searchReviews } from '#agents/tools/reviews.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus, reviewBytes } from '#search/corpus/corpus.ts';
import { SEARCH_BUSY } from '#search/search.ts';
import { SearchQuery } from '#search/search-query.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { searchNaively } from '../../../support/naive-search.ts';
import { hitsOf as foundBy, sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { anyDataset } from '../../artifacts/any-dataset.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { anyFilters, asText } from './any-filters.ts';
import { callTool, failureOf, hintsOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

for (const asked of [
  {},
  { limit: 3 },
  { query: 'script', min_rating: 4.5 },
  { rating: 5, since: '2026-09-02', until: '2026-09-30' },
  { mentions_technician: 'MARIA-LOPEZ', mentions_service: 'divorce' },
  { mentions_technician: 'nobody' },
]) {
  test(`${JSON.stringify(asked)} is answered with the bytes of the REST interface`, async () => {
    const query = SearchQuery.parse(asked);
    const { body } = renderSearchResult(source.corpus, query, foundBy(await source.search(query)));
    for (const format of [{}, { response_format: 'detailed' }]) {
      const answer = await searchReviews.call({ ...asked, ...format }, source);
      assert.ok(answer.ok);
      assert.equal(textOf(answer.json), new TextDecoder().decode(body));
    }
  });
}

test('every review that passes the filters is found, in both formats', async () => {
  const limits = fc.constantFrom(1, 2, 20, 100);
  await fc.assert(
    fc.asyncProperty(anyDataset, anyFilters, limits, async (dataset, filters, limit) => {
      const made = sourceOf(dataset);
      const { technicians } = (await made.insights()).entities;
      const expected = searchNaively(dataset.reviews, technicians, asText(filters));
      const reviews = expected.slice(0, limit);
      const envelope = { total: expected.length, count: reviews.length, limit, filters };
      const detailed = await callTool(searchReviews, made, { ...filters, limit });
      assert.deepEqual(detailed, { ...envelope, reviews });
      const asked = { ...filters, limit, response_format: 'concise' };
      const concise = await callTool(searchReviews, made, asked);
      const ids = reviews.map(({ id }) => id);
      assert.deepEqual({ ...concise, reviews: [] }, { ...envelope, reviews: [] });
      assert.deepEqual(
        concise.reviews.map(({ id }: { readonly id: string }) => id),
        ids,
      );
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

test('a name that nobody has is told, with the nearest that somebody has', async () => {
  assert.deepEqual(await hintsOf(searchReviews, source, { mentions_technician: 'Mary Lopez' }), [
    'No technician is called "Mary Lopez". Did you mean "María López"? list_entities lists them.',
  ]);
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
      '- "technician" is not an argument of search_reviews; there are rating, min_rating, since, until, query, mentions_technician, mentions_service, limit, response_format',
    ].join('\n'),
  );
});

test('too many searches in flight are a failure that says so', async () => {
  const search = async () => 'busy' as const;
  assert.equal(await failureOf(searchReviews, { ...source, search }, {}), SEARCH_BUSY);
});

for (const [title, text, excerpt] of [
  ['no text', '', ''],
  ['280 characters', 'x'.repeat(280), 'x'.repeat(280)],
  ['281 characters', 'x'.repeat(281), `${'x'.repeat(279)}…`],
  ['280 characters of two units', '👩'.repeat(280), '👩'.repeat(280)],
  ['281 characters of two units', '👩'.repeat(281), `${'👩'.repeat(279)}…`],
  ['a character of two units where it is cut', `${'x'.repeat(278)}👩yz`, `${'x'.repeat(278)}👩…`],
  ['quotes and a separator', 'He said: "a\u2028b".', 'He said: "a\u2028b".'],
] as const) {
  test(`the excerpt of ${title} is whole characters`, () => {
    const dataset = datasetOf({ reviews: [storedReview({ reviewBody: text })] });
    const corpus = readCorpus([renderReviewsJson(dataset)]);
    assert.equal(conciseReviewAt(corpus, 0).excerpt, excerpt);
  });
}

test('every review is answered as it was published', async () => {
  for (const [position, review] of AWKWARD.reviews.entries()) {
    assert.deepEqual(await callTool(getReview, source, { id: review.id }), review);
    const answer = await getReview.call({ id: review.id }, source);
    const published = new TextDecoder().decode(reviewBytes(source.corpus, position));
    assert.equal(answer.ok && textOf(answer.json), published);
  }
});

test('an id that no review has is a failure that says where ids are', async () => {
  assert.equal(
    await failureOf(getReview, source, { id: 'nobody' }),
    'No review has id nobody. Use search_reviews to find ids.',
  );
});

test('of a review that was taken down it is said when and why', async () => {
  assert.equal(
    await failureOf(getReview, source, { id: 'gone-2' }),
    'Review gone-2 was taken down on 2026-08-01 (spam). Use search_reviews to find others.',
  );
});

for (const [given, message] of [
  [{}, 'id is required'],
  [{ id: 7 }, 'id must be text (got 7)'],
  [{ id: 'A "b"' }, 'id must be 4 to 64 lower-case letters, digits or hyphens (got "A \\"b\\"")'],
  [{ id: 'everything', ids: [] }, '"ids" is not an argument of get_review (did you mean "id"?)'],
] as const) {
  test(`${JSON.stringify(given)} is no id: ${message}`, async () => {
    assert.ok((await failureOf(getReview, source, given)).includes(`\n- ${message}`));
  });
}
