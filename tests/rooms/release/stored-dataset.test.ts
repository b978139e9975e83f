import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviews } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
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
    ...{ headline: 'A', author: 'B', dateModified: '2026-10-01', text: 'C\n\nD', concerns: [] },
    strengths: [{ text: 'E', aspect: 'staff', evidence: ['review-1'] }],
  },
});
const store = (dataset: Dataset) =>
  serializeDataset(dataset, renderReviews(dataset).blocks, new Map([['review-1', 'A']]));

test('what is read is the dataset that was stored', () => {
  const any = fc.oneof(anyDataset, fc.constantFrom(AWKWARD, SUMMARISED, datasetOf()));
  fc.assert(
    fc.property(any, (dataset) => {
      assert.deepEqual(readDataset(store(dataset), dataset.reviews), dataset);
    }),
  );
});

test('what is stored has these members, and no review: another one needs another FORMAT', () => {
  const members: Record<string, unknown> = JSON.parse(store(SUMMARISED).toString());
  assert.deepEqual(
    Object.keys(members).sort().join(' '),
    'aggregateRating aspects baseUrl business collection dateLastWithheld dateModified digests feedAuthority language others questions removed serviceAreas services sidecarUrl summary technicians',
  );
  assert.deepEqual(members.digests, ['QQ==']);
});
