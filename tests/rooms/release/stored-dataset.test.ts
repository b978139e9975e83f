import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { vocabularyOf } from '#dataset/annotate.ts';
import { readAnalyses, readDataset, serializeDataset } from '#release/stored-dataset.ts';
import { RELEASE_KEY } from '../../support/release.ts';
import { storedReview } from '../../support/reviews.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';
import { onDisk } from './stored-release.ts';

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
      const restored = readDataset(onDisk(dataset));
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
      () => readDataset(onDisk(AWKWARD, { stored: Buffer.from(broken) })),
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
    assert.throws(() => readDataset(onDisk(AWKWARD, { reviewsJson: reviews })), said);
  }
});

test('the analyses of this program are read, whatever the content, but not of judged reviews', () => {
  const [first, ...others] = AWKWARD.reviews;
  const release = onDisk({ ...AWKWARD, judged: [first?.id ?? ''] });
  const analyses = readAnalyses(release, { ...RELEASE_KEY, content: 'another' });
  assert.deepEqual(analyses?.vocabulary, vocabularyOf(AWKWARD));
  for (const review of others) assert.deepEqual(analyses.review(review.id), review);
  for (const id of [first?.id ?? '', 'nobody']) assert.equal(analyses.review(id), undefined);
  // That of another program is not even read.
  const broken = onDisk(AWKWARD, { stored: Buffer.from('') });
  for (const other of [{ code: 'another' }, { baseUrl: 'https://another.example' }]) {
    assert.equal(readAnalyses(broken, { ...RELEASE_KEY, ...other }), undefined);
  }
});
