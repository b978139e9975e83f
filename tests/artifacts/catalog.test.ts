import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { artifactAt, CATALOG } from '#artifacts/catalog.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { renderArtifact } from '#artifacts/render-artifact.ts';
import { createDataset } from '#dataset/dataset.ts';
import { anyContent } from './any-dataset.ts';
import { AWKWARD, BASE_URL } from './sample-datasets.ts';

test('paths are those of the specification and the second address of the description', () => {
  assert.deepEqual(
    CATALOG.map(({ path }) => path),
    [
      '/reviews.json',
      '/insights.json',
      '/api/feed.json',
      '/feed.xml',
      '/.well-known/openapi.json',
      '/openapi.json',
    ],
  );
});

test('no path stands twice', () => {
  assert.equal(new Set(CATALOG.map(({ path }) => path)).size, CATALOG.length);
});

test('§6: the topics are the Atom feed, the JSON Feed and the reviews', () => {
  assert.deepEqual(
    CATALOG.filter(({ topic }) => topic).map(({ path }) => path),
    ['/reviews.json', '/api/feed.json', '/feed.xml'],
  );
});

test('JSON artifacts and the Atom feed have the media types that say so', () => {
  for (const { path, mediaType } of CATALOG) {
    assert.equal(mediaType, path === '/feed.xml' ? ATOM_TYPE : JSON_TYPE);
  }
});

test('an artifact is found by its path', () => {
  for (const kind of CATALOG) assert.equal(artifactAt(kind.path), kind);
  for (const path of ['/', '', 'reviews.json', '/reviews.json/', '/Reviews.json', '/nothing']) {
    assert.equal(artifactAt(path), undefined);
  }
});

test('both addresses of the description hold the same bytes', () => {
  assert.deepEqual(
    renderArtifact('/openapi.json', AWKWARD),
    renderArtifact('/.well-known/openapi.json', AWKWARD),
  );
});

test('the same content gives the same bytes of every artifact, whatever the order of its files', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const { reviews, removals } = content;
      const reversed = { reviews: reviews.toReversed(), removals: removals.toReversed() };
      const dataset = createDataset(content, BASE_URL);
      const other = createDataset({ ...content, ...reversed }, BASE_URL);
      for (const { path } of CATALOG) {
        // The description does not depend on the reviews, and costs the most.
        if (path.endsWith('openapi.json')) continue;
        assert.deepEqual(renderArtifact(path, other), renderArtifact(path, dataset));
      }
    }),
    { numRuns: 40 },
  );
});

test('every artifact is UTF-8 without a byte order mark and ends in a line feed', () => {
  for (const { path } of CATALOG) {
    const bytes = renderArtifact(path, AWKWARD);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    assert.match(text, /^[{<]/);
    assert.ok(text.endsWith('\n'));
  }
});
