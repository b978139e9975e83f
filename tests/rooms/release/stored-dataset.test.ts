import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readDataset, serializeDataset } from '#release/stored-dataset.ts';
import { storedReview } from '../../support/reviews.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';

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
  const any = fc.oneof(anyDataset, fc.constantFrom(AWKWARD, SUMMARISED, datasetOf()));
  fc.assert(
    fc.property(any, (dataset) => {
      const restored = readDataset(serializeDataset(dataset), [renderReviewsJson(dataset)]);
      assert.deepEqual(restored, dataset);
    }),
  );
});

const serialized = Buffer.from(serializeDataset(AWKWARD));
const reviewsJson = Buffer.from(renderReviewsJson(AWKWARD));

test('what is stored holds no review', () => {
  assert.doesNotMatch(serialized.toString(), /reviewBody|"reviews":/);
});

test('what is not a stored dataset is refused, and the error says what to do', () => {
  const stored = JSON.parse(serialized.toString());
  const { language, ...withoutLanguage } = stored;
  for (const broken of [
    '',
    serialized.toString().slice(0, 500),
    JSON.stringify(withoutLanguage),
    JSON.stringify({ ...stored, more: 1 }),
    JSON.stringify({ ...stored, dateModified: '2026-02-30' }),
    // A member that editors may leave out, but a dataset has.
    JSON.stringify({ ...stored, technicians: [{ id: 'a', name: 'B', jobTitle: 'C' }] }),
  ]) {
    assert.throws(
      () => readDataset(Buffer.from(broken), [reviewsJson]),
      /^Error: dataset\.json: is not the dataset of a release; build the release again$/,
    );
  }
});

test('the reviews of another dataset, and what is not a review, are refused', () => {
  const invalid = /^Error: reviews\.json: line \d+ is not a review; build the release again$/;
  const text = reviewsJson.toString();
  for (const [reviews, said] of [
    [
      renderReviewsJson(SUMMARISED),
      /^Error: dataset\.json: belongs to 12 reviews, but reviews\.json holds 1; build the release again$/,
    ],
    [Buffer.from(text.replace('"reviewBody":', '"reviewText":')), invalid],
    [Buffer.from(text.replace('"inLanguage":"en"', '"inLanguage":"e"')), invalid],
  ] as const) {
    assert.throws(() => readDataset(serialized, [reviews]), said);
  }
});
