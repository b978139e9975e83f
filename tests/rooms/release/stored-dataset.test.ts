import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { vocabularyOf } from '#dataset/annotate.ts';
import { reviewsJsonOf } from '#release/release.ts';
import { readAnalyses, readDataset, serializeDataset } from '#release/stored-dataset.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
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

test('what is stored holds no review', () => {
  assert.doesNotMatch(serialized.toString(), /reviewBody|"reviews":/);
});

test('what is stored has these members: another one needs another FORMAT', () => {
  const { format, ...members } = JSON.parse(Buffer.from(serializeDataset(SUMMARISED)).toString());
  assert.equal(format, 6);
  assert.deepEqual(
    Object.keys(members).sort(),
    'aggregateRating aspects baseUrl business collection dateLastWithheld dateModified feedAuthority judged language others questions removed serviceAreas services summary technicians'.split(
      ' ',
    ),
  );
});

test('what is not a dataset of this format is refused, and the error says what to do', () => {
  for (const stored of ['{}', serialized.toString().replace('"format":6', '"format":7')]) {
    assert.throws(() => readDataset(onDisk(AWKWARD, { stored: Buffer.from(stored) })), {
      message: 'The release holds no dataset of this format; build it again.',
    });
  }
});

test('the analyses of this program are read, whatever the content, but not of judged reviews', () => {
  const [first, ...others] = AWKWARD.reviews;
  const release = onDisk({ ...AWKWARD, judged: [first?.id ?? ''] });
  const corpus = readCorpus(reviewsJsonOf(release.files));
  const analyses = readAnalyses(release, corpus, { ...RELEASE_KEY, content: 'another' });
  assert.deepEqual(analyses?.vocabulary, vocabularyOf(AWKWARD));
  for (const review of others) assert.deepEqual(analyses.review(review.id), review);
  for (const id of [first?.id ?? '', 'nobody']) assert.equal(analyses.review(id), undefined);
  // That of another program is not even read.
  const broken = onDisk(AWKWARD, { stored: Buffer.from('') });
  for (const other of [{ code: 'another' }, { baseUrl: 'https://another.example' }]) {
    assert.equal(readAnalyses(broken, corpus, { ...RELEASE_KEY, ...other }), undefined);
  }
});
