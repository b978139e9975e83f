import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPublishedSource } from '#release/published-source.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { LIST_SIZE, type ListQuery } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { createSearch } from '#search/run-search.ts';
import { readSearchDocuments, type Searchable } from '#search/search.ts';
import { findList } from '../../../../site/ui/list/find-list.ts';
import { publishedParts, sourceOf } from '../../../support/review-source.ts';
import { datasetOf, NAMED, numberedReviews } from '../../artifacts/sample-datasets.ts';

const REVIEWS = numberedReviews(2 * LIST_SIZE + 1).map((review, at) => ({
  ...review,
  rating: at % 5 === 0 ? 2 : 5,
}));
const source = sourceOf(datasetOf({ ...NAMED, reviews: REVIEWS }));

async function find(query: ListQuery, of: ReviewSource = source) {
  const found = await findList(query, of);
  return found === 'busy' ? assert.fail('nothing else is asked') : found;
}

test('facets that count the same reviews are counted once', async () => {
  const parts = publishedParts(datasetOf({ ...NAMED, reviews: REVIEWS }));
  const index = new SearchIndex(buildSearchIndex(readSearchDocuments(parts.corpus.body)));
  let countings = 0;
  const counting: Searchable = {
    searchInSteps: (query) => index.searchInSteps(query),
    countTitlesInSteps: (filters) => index.countTitlesInSteps(filters),
    countInSteps: (filters) => {
      countings++;
      return index.countInSteps(filters);
    },
  };
  const { corpus, names } = parts;
  const asked = createSearch({ index: Promise.resolve(counting), corpus, names });
  const counted = createPublishedSource({ ...parts, ...asked });
  const questions: number[] = [];
  for (const query of [{}, { rating: 5 }, { rating: 5, source: 'Google', after: undefined }]) {
    countings = 0;
    await find(query, counted);
    questions.push(countings);
  }
  assert.deepEqual(questions, [1, 2, 3]);
});

test('a release that is asked too much says so', async () => {
  const busy = async () => 'busy' as const;
  assert.equal(await findList({}, { ...source, search: busy }), 'busy');
  assert.equal(await findList({}, { ...source, count: busy }), 'busy');
});
