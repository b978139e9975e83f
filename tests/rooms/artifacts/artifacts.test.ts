import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { isCompressible, JSON_TYPE, mediaTypeOf } from '#artifacts/media-types.ts';
import { createDataset } from '#dataset/dataset.ts';
import { runs } from '../../support/at-length.ts';
import { anyContent } from './any-dataset.ts';
import { BASE_URL } from './sample-datasets.ts';

test('other files have the media type of their extension, and what is compressed already stays so', () => {
  for (const [path, mediaType, compressible] of [
    ['.well-known/openapi.json', JSON_TYPE, true],
    ['favicon.svg', 'image/svg+xml', true],
    ['font.woff2', 'font/woff2', false],
    ['CNAME', 'application/octet-stream', false],
    ['a.constructor', 'application/octet-stream', false],
  ] as const) {
    assert.deepEqual([mediaTypeOf(path), isCompressible(mediaType)], [mediaType, compressible]);
  }
});

test('the same content gives the same bytes of every artifact, whatever the order of its files', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const { reviews, removals } = content;
      const reversed = { reviews: reviews.toReversed(), removals: removals.toReversed() };
      const dataset = createDataset(content, BASE_URL);
      const other = createDataset({ ...content, ...reversed }, BASE_URL);
      for (const { path } of CATALOG) {
        // It costs the most; its examples are of the same reviews in any order.
        if (path.endsWith('openapi.json')) continue;
        assert.deepEqual(renderArtifact(path, other), renderArtifact(path, dataset));
      }
    }),
    { numRuns: runs(40) },
  );
});
