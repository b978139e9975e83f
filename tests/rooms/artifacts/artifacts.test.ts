import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ArtifactRenderer, renderArtifact, renderInsightsJson } from '#artifacts/artifacts.ts';
import { CATALOG, TOPICS } from '#artifacts/catalog.ts';
import {
  ATOM_TYPE,
  HTML_TYPE,
  isCompressible,
  JSON_TYPE,
  mediaTypeOf,
  TEXT_TYPE,
} from '#artifacts/media-types.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { byEdits } from '../../support/edits.ts';
import { anyContent, anyDataset } from './any-dataset.ts';
import { AWKWARD, BASE_URL } from './sample-datasets.ts';

test('the catalog has the paths and media types of the specification, and those of discovery', () => {
  assert.deepEqual(
    CATALOG.map(({ path, mediaType }) => [path, mediaType]),
    [
      ['/reviews.json', JSON_TYPE],
      ['/context.jsonld', 'application/ld+json'],
      ['/insights.json', JSON_TYPE],
      ['/api/feed.json', JSON_TYPE],
      ['/feed.xml', ATOM_TYPE],
      ['/.well-known/openapi.json', JSON_TYPE],
      ['/openapi.json', JSON_TYPE],
      ['/.well-known/mcp/server-card.json', JSON_TYPE],
      ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
      ['/mcp/server.json', JSON_TYPE],
      ['/llms.txt', TEXT_TYPE],
    ],
  );
  for (const { mediaType } of CATALOG) assert.ok(isCompressible(mediaType), mediaType);
});

test('§6: the topics are the Atom feed, the JSON Feed and the reviews', () => {
  const paths = TOPICS.map(({ path }) => path);
  assert.deepEqual(paths, ['/reviews.json', '/api/feed.json', '/feed.xml']);
});

test('other files have the media type of their extension, and what is compressed already stays so', () => {
  for (const [path, mediaType, compressible] of [
    ['index.html', HTML_TYPE, true],
    ['_astro/page.Ab-1.css', 'text/css; charset=utf-8', true],
    ['copy-url.js', 'text/javascript; charset=utf-8', true],
    ['.well-known/openapi.json', JSON_TYPE, true],
    ['sitemap.xml', 'application/xml', true],
    ['robots.txt', TEXT_TYPE, true],
    ['reviews/a.md', 'text/markdown; charset=utf-8', true],
    ['favicon.svg', 'image/svg+xml', true],
    ['logo.png', 'image/png', false],
    ['favicon.ico', 'image/x-icon', false],
    ['photo.webp', 'image/webp', false],
    ['font.woff2', 'font/woff2', false],
    ['CNAME', 'application/octet-stream', false],
    ['a.constructor', 'application/octet-stream', false],
  ] as const) {
    assert.deepEqual([mediaTypeOf(path), isCompressible(mediaType)], [mediaType, compressible]);
  }
});

function createUpdate() {
  const renderer = new ArtifactRenderer();
  return byEdits(
    ({ reviews }: Dataset) => reviews,
    (dataset, edit) => renderer.update(dataset, edit),
  );
}

test('whatever was rendered before, an artifact has the bytes that its dataset gives', () => {
  fc.assert(
    fc.property(fc.array(anyDataset, { minLength: 1, maxLength: 4 }), (datasets) => {
      const update = createUpdate();
      for (const dataset of [...datasets, ...datasets]) {
        const render = update(dataset);
        for (const { path } of CATALOG) {
          assert.deepEqual(render(path), renderArtifact(path, dataset), path);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('both addresses of the description hold the same, which is rendered once', () => {
  const render = createUpdate()(AWKWARD);
  assert.equal(render('/openapi.json'), render('/.well-known/openapi.json'));
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

function insightsOf(dataset: Dataset): InsightsDocument {
  const document = JSON.parse(Buffer.from(renderInsightsJson(dataset)).toString());
  assert.deepEqual(Object.keys(document), Object.keys(InsightsDocument.shape));
  assert.deepEqual(InsightsDocument.parse(document), document);
  return document;
}

test('every statement of insights.json names reviews that are published', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const published = new Set(dataset.reviews.map(({ id }) => id));
      const { faq, summary } = insightsOf(dataset);
      for (const { evidence } of [...faq, ...summary.strengths, ...summary.concerns]) {
        assert.ok(evidence.length > 0);
        for (const id of evidence) assert.ok(published.has(id), id);
      }
    }),
  );
});

test('insights.json has the answers as the editors wrote them, also where no text was analysed', () => {
  const { faq, sentiment, methodology } = insightsOf(AWKWARD);
  assert.deepEqual(faq, [
    {
      id: 'fees',
      question: 'What does it cost & why?',
      answer: 'Nothing </script> at first.',
      evidence: ['everything', 'awkward-0'],
      dateModified: '2026-09-09',
    },
  ]);
  assert.deepEqual(sentiment, { positive: 0, neutral: 0, negative: 0, mixed: 0, score: 0 });
  assert.equal(methodology.coverage.analysedReviewCount, 0);
});
