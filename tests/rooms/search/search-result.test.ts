import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { renderSearchResult, SearchResult } from '#search/search-result.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const corpus = readCorpus([renderReviewsJson(AWKWARD)]);
const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

test('an answer is its envelope and the reviews at their positions, with all fields', () => {
  const positions = fc.uniqueArray(fc.nat(24), { maxLength: 10 });
  fc.assert(
    fc.property(anyDataset, positions, fc.nat(100), (dataset, wanted, more) => {
      const hits = wanted.filter((position) => position < dataset.reviews.length);
      const total = hits.length + more;
      const { body } = renderSearchResult(
        readCorpus([renderReviewsJson(dataset)]),
        { limit: 10, query: '"</script>\u2028' },
        { total, positions: hits },
      );
      assert.deepEqual(SearchResult.parse(parse(body)), {
        total,
        count: hits.length,
        limit: 10,
        filters: { query: '"</script>\u2028' },
        reviews: hits.map((position) => dataset.reviews[position]),
      });
    }),
    { numRuns: 60 },
  );
});

test('the filters are told as they were understood, without the limit', () => {
  const filters = {
    rating: 5,
    min_rating: 4.5,
    since: '2025-01-01',
    until: '2026-12-31',
    query: 'called',
    mentions_technician: 'maria-lopez',
    mentions_service: 'car-accident',
  };
  const { body } = renderSearchResult(
    corpus,
    { limit: 3, ...filters },
    { total: 0, positions: [] },
  );
  assert.deepEqual(parse(body), { total: 0, count: 0, limit: 3, filters, reviews: [] });
});

test('the tag covers every byte of the answer', () => {
  const answer = (total: number, positions: readonly number[], limit = 20) =>
    renderSearchResult(corpus, { limit }, { total, positions });
  const { body, etag } = answer(2, [0, 1]);
  assert.equal(etag, strongEtag(body));
  assert.equal(answer(2, [0, 1]).etag, etag);
  const others = [answer(3, [0, 1]), answer(2, [1, 0]), answer(2, [0]), answer(2, [0, 1], 19)];
  assert.equal(new Set([etag, ...others.map((other) => other.etag)]).size, 5);
});
