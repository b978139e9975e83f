import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyReviews, datasetWith } from './awkward-reviews.ts';
import { formatSourceOf, makeFormat } from './format-source.ts';

test('reviews.ndjson holds each record of reviews.json on a line', () => {
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      const dataset = datasetWith(reviews);
      const text = makeFormat('/reviews.ndjson', formatSourceOf(dataset)).toString();
      assert.equal(text, reviews.map((review) => `${JSON.stringify(review)}\n`).join(''));
    }),
  );
});
