import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderArtifact } from '#artifacts/artifacts.ts';
import type { ArtifactPath } from '#artifacts/catalog.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { createPublishedSource } from '#release/published-source.ts';
import { runs } from '../../support/at-length.ts';
import { publishedParts } from '../../support/review-source.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';

/** A file as clients read it over HTTP. */
function published(path: ArtifactPath, dataset: Dataset) {
  return JSON.parse(Buffer.from(renderArtifact(path, dataset)).toString('utf8'));
}

test('the head is that of reviews.json, whatever the reviews are', async () => {
  await fc.assert(
    fc.asyncProperty(anyDataset, async (dataset) => {
      const { reviews: all, ...rest } = published('/reviews.json', dataset);
      const head = await createPublishedSource(publishedParts(dataset)).head();
      const { dateModified, business, aggregateRating, collection, count } = rest;
      const expected = { dateModified, business, aggregateRating, collection, count };
      assert.partialDeepStrictEqual(head, expected);
      assert.equal(head.count, all.length);
    }),
    { numRuns: runs(10) },
  );
});
