import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { filesOf } from '../../support/content-files.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { AWKWARD_REVIEWS, anyReviews, datasetWith } from './awkward-reviews.ts';
import { formatSourceOf, makeFormat } from './format-source.ts';

const { content } = checkContent(filesOf(SAMPLE_CONTENT));
const SAMPLE = createDataset(content, 'https://reviews.example', createAnnotator());
const AWKWARD = formatSourceOf(datasetWith(AWKWARD_REVIEWS));

test('reviews.ndjson holds each record of reviews.json on a line', () => {
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      const dataset = datasetWith(reviews);
      const text = makeFormat('/reviews.ndjson', formatSourceOf(dataset)).toString();
      assert.equal(text, reviews.map((review) => `${JSON.stringify(review)}\n`).join(''));
    }),
  );
});

test('the same release makes the same bytes', () => {
  for (const source of [AWKWARD, formatSourceOf(SAMPLE), formatSourceOf(datasetOf())]) {
    for (const { path } of FORMATS) {
      assert.ok(makeFormat(path, source).equals(makeFormat(path, source)), path);
    }
  }
});
