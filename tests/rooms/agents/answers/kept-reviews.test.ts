import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailedAt, keepByReview } from '#agents/answers/kept-reviews.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { readParts } from '#search/corpus/review-records.ts';
import { storedReview } from '../../../support/reviews.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';

const corpus = corpusOf(readParts([renderReviewsJson(AWKWARD)]));

test('what is made of a review is made once for each release', () => {
  const made: number[] = [];
  const make = keepByReview((_, position) => made.push(position));
  const other = corpusOf(readParts([renderReviewsJson(AWKWARD)]));
  for (const one of [corpus, corpus, other]) for (const position of [0, 1, 0]) make(one, position);
  assert.deepEqual(made, [0, 1, 0, 1]);
  assert.equal(detailedAt(corpus, 0), detailedAt(corpus, 0));
});

test('what is kept has a bound', () => {
  const reviewBody = 'x'.repeat(1024 * 1024);
  const ids = ['long-one', 'long-two', 'long-three', 'long-four', 'long-five'];
  const reviews = ids.map((id) => storedReview({ id, reviewBody }));
  const long = corpusOf(readParts([renderReviewsJson(datasetOf({ reviews }))]));
  const made: number[] = [];
  const make = keepByReview((_, position) => made.push(position));
  for (const position of [0, 1, 2, 3, 0]) make(long, position);
  assert.deepEqual(made, [0, 1, 2, 3, 0]);
});
