import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { readDataset, serializeDataset } from '#release/stored-dataset.ts';
import { storedReview } from '../../support/reviews.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';

const restored = (dataset: Dataset) =>
  readDataset(serializeDataset(dataset), [renderReviewsJson(dataset)]);

const SUMMARISED = datasetOf({
  reviews: [storedReview()],
  aspects: [
    { id: 'staff', name: 'Staff', description: 'A', terms: ['b', { term: 'c', weight: 2 }] },
  ],
  summary: {
    headline: 'A',
    author: 'B',
    dateModified: '2026-10-01',
    text: 'C\n\nD',
    strengths: [{ text: 'E', aspect: 'staff', evidence: ['review-1'] }],
    concerns: [],
  },
});

test('what is read is the dataset that was stored', () => {
  fc.assert(fc.property(anyDataset, (dataset) => assert.deepEqual(restored(dataset), dataset)));
  for (const dataset of [AWKWARD, SUMMARISED, datasetOf()]) {
    assert.deepEqual(restored(dataset), dataset);
  }
});

test('what is stored holds no review', () => {
  const text = Buffer.from(serializeDataset(AWKWARD)).toString();
  assert.doesNotMatch(text, /reviewBody|"reviews":/);
});

const stored = JSON.parse(Buffer.from(serializeDataset(AWKWARD)).toString());
const { language, ...withoutLanguage } = stored;
const reviewsJson = renderReviewsJson(AWKWARD);

for (const [what, broken] of [
  ['nothing', ''],
  ['something else', '[]'],
  ['half of it', JSON.stringify(stored).slice(0, 500)],
  ['a missing member', JSON.stringify(withoutLanguage)],
  ['an unknown member', JSON.stringify({ ...stored, more: 1 })],
  ['a date that does not exist', JSON.stringify({ ...stored, dateModified: '2026-02-30' })],
  [
    'a member that editors may leave out, but a dataset has',
    JSON.stringify({ ...stored, technicians: [{ id: 'a', name: 'B', jobTitle: 'C' }] }),
  ],
] as const) {
  test(`${what} is refused, and the error says what to do`, () => {
    assert.throws(
      () => readDataset(Buffer.from(broken), [reviewsJson]),
      /^Error: dataset\.json: is not the dataset of a release; build the release again$/,
    );
  });
}

test('the reviews of another dataset are refused', () => {
  assert.throws(
    () => readDataset(serializeDataset(AWKWARD), [renderReviewsJson(SUMMARISED)]),
    /^Error: dataset\.json: belongs to 12 reviews, but reviews\.json holds 1; build the release again$/,
  );
});

test('a review that is none is refused, and the error names its line', () => {
  const text = Buffer.from(reviewsJson).toString();
  for (const broken of [
    text.replace('"reviewBody":', '"reviewText":'),
    text.replace('"inLanguage":"en"', '"inLanguage":"e"'),
  ]) {
    assert.throws(
      () => readDataset(serializeDataset(AWKWARD), [Buffer.from(broken)]),
      /^Error: reviews\.json: line \d+ is not a review; build the release again$/,
    );
  }
});
