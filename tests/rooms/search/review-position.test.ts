import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus.ts';
import { idAt, positionOf, positionsOf } from '#search/review-position.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

test('every review is found by its id', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const corpus = readCorpus([renderReviewsJson(dataset)]);
      for (const [position, { id }] of dataset.reviews.entries()) {
        assert.equal(positionOf(corpus, id), position);
        assert.equal(idAt(corpus, position), id);
      }
      assert.deepEqual(
        [...positionsOf(corpus)],
        dataset.reviews.map(({ id }, position) => [id, position]),
      );
    }),
    { numRuns: 50 },
  );
});

test('an id of no review has no position', () => {
  const corpus = readCorpus([renderReviewsJson(AWKWARD)]);
  for (const id of ['', 'nobody', '__proto__']) assert.equal(positionOf(corpus, id), undefined);
});

test('reviews whose ids have the same hash are told apart', () => {
  const corpus = readCorpus([renderReviewsJson(AWKWARD)]);
  const alike = { ...corpus, idHashes: corpus.idHashes.map(() => corpus.idHashes[0] ?? 0) };
  const [first] = AWKWARD.reviews;
  assert.equal(positionOf(alike, first?.id ?? ''), 0);
  assert.equal(positionOf({ ...alike, idHashes: new Uint32Array() }, first?.id ?? ''), undefined);
});
