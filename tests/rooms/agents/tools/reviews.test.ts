import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hintsOnNames } from '#agents/named-entities.ts';
import { conciseReviewAt, getReview, searchReviews } from '#agents/tools/reviews.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus, reviewBytes } from '#search/corpus/corpus.ts';
import { SEARCH_BUSY } from '#search/search.ts';
import { searchNaively } from '../../../support/naive-search.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { anyDataset } from '../../artifacts/any-dataset.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { anyFilters, asText } from './any-filters.ts';
import { callTool, failureOf, textOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('every review that passes the filters is found, also in brief', async () => {
  const limits = fc.constantFrom(1, 2, 20, 100);
  await fc.assert(
    fc.asyncProperty(anyDataset, anyFilters, limits, async (dataset, filters, limit) => {
      const made = sourceOf(dataset);
      const { technicians } = (await made.insights()).entities;
      const expected = searchNaively(dataset.reviews, technicians, asText(filters));
      const reviews = expected.slice(0, limit);
      const envelope = { total: expected.length, count: reviews.length, limit, filters };
      const asked = { ...filters, limit, response_format: 'concise' };
      const brief = await callTool(searchReviews, made, asked);
      const ids = brief.reviews.map(({ id }: { readonly id: string }) => ({ id }));
      const expectedIds = reviews.map(({ id }) => ({ id }));
      assert.deepEqual({ ...brief, reviews: ids }, { ...envelope, reviews: expectedIds });
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
      '- "technician" is not an argument of search_reviews; there are rating, min_rating, since, until, query, mentions_technician, mentions_service, limit, response_format',
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
    assert.equal(answer.ok && textOf(answer.json), published);
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

test('the names that may be meant are told with one that nobody has', async () => {
  for (const [asked, suggestion] of [
    ['Maria', '"María López"'],
    ['maria lopes', '"María López"'],
    ['mr. lopez', '"María López"'],
    ['a', '"María López" or "Wei Zhang"'],
    ['Nobody at all', undefined],
    ['\u0301', undefined],
  ] as const) {
    const meant = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
    assert.deepEqual(await hintsOnNames({ mentions_technician: asked }, source), [
      `No technician is called ${JSON.stringify(asked)}.${meant} list_entities lists them.`,
    ]);
  }
  for (const asked of ['Car accident', 'car crash', 'CAR-ACCIDENT']) {
    assert.deepEqual(await hintsOnNames({ mentions_service: asked }, source), [
      `No service has the id "${asked}". Did you mean "car-accident"? list_entities lists them.`,
    ]);
  }
});

test('of names that somebody has nothing is said', async () => {
  const asked = { mentions_technician: 'MS. LOPEZ', mentions_service: 'divorce' };
  assert.deepEqual(await hintsOnNames(asked, source), []);
  assert.deepEqual(await hintsOnNames({}, source), []);
});

test('whole characters are repeated of what was asked, 60 units at most', async () => {
  const [hint = ''] = await hintsOnNames({ mentions_technician: '👩'.repeat(200) }, source);
  assert.ok(hint.startsWith(`No technician is called "${'👩'.repeat(30)}". `), hint);
});
