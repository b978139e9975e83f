import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { createDataset } from '#dataset/dataset.ts';
import { anyContent } from './any-dataset.ts';
import { AWKWARD, BASE_URL } from './sample-datasets.ts';

test('paths are those of the specification, the second address of the description, and discovery', () => {
  assert.deepEqual(
    CATALOG.map(({ path }) => path),
    [
      '/reviews.json',
      '/insights.json',
      '/api/feed.json',
      '/feed.xml',
      '/.well-known/openapi.json',
      '/openapi.json',
      '/mcp/server-card',
      '/.well-known/mcp/server-card.json',
      '/.well-known/ai-catalog.json',
      '/mcp/server.json',
      '/llms.txt',
    ],
  );
});

test('§6: the topics are the Atom feed, the JSON Feed and the reviews', () => {
  assert.deepEqual(
    CATALOG.filter(({ topic }) => topic).map(({ path }) => path),
    ['/reviews.json', '/api/feed.json', '/feed.xml'],
  );
});

test('an artifact is JSON, but for the Atom feed, text, and what has a media type of its own', () => {
  const others = new Map<string, string>([
    ['/feed.xml', ATOM_TYPE],
    ['/mcp/server-card', 'application/mcp-server-card+json'],
    ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
  ]);
  for (const { path, mediaType } of CATALOG) {
    assert.equal(mediaType, others.get(path) ?? JSON_TYPE);
  }
});

test('both addresses of the server card hold the same bytes', () => {
  assert.deepEqual(
    renderArtifact('/mcp/server-card', AWKWARD),
    renderArtifact('/.well-known/mcp/server-card.json', AWKWARD),
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
    assert.match(text, path === '/llms.txt' ? /^# / : /^[{<]/);
    assert.ok(text.endsWith('\n'));
  }
});
