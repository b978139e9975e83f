import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathsOfReview } from '#release/page-addresses.ts';
import { reviewText } from '#search/corpus/corpus.ts';
import { archiveFeedPaths } from '#views/feed-archive.ts';
import { imagePaths } from '#views/og-images.ts';
import { isFormOfPage, type View, type ViewTools, viewAt, viewPaths } from '#views/views.ts';
import { NO_TOOLS, sourceOf } from '../../support/review-source.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const release = sourceOf(AWKWARD);

function viewOf(path: string): View {
  const view = viewAt(path, release);
  assert.ok(view !== undefined && view !== 'gone', path);
  return view;
}

test('there is a view at every path that is listed, once, and none elsewhere', async () => {
  const paths = [...viewPaths(release)];
  assert.equal(new Set(paths).size, paths.length);
  const beside = [...imagePaths(release), ...archiveFeedPaths(release)];
  assert.equal(paths.length, 7 + beside.length + 2 * AWKWARD.reviews.length);
  const tools: ViewTools = {
    rasterize: async (svg) => Buffer.from(svg),
    formats: async () => [{ path: '/reviews.csv', bytes: 5, sha256: 'ab'.repeat(32) }],
  };
  for (const path of paths) {
    const { make, mediaType } = viewOf(path);
    assert.ok((await make(release, tools)).length > 0, path);
    assert.match(mediaType, /^[a-z]+\/[a-z+]+(?:; charset=utf-8|; profile="[^"]+")?$/);
  }
  for (const path of [
    '/',
    '/reviews.json',
    '/reviews/everything/',
    '/reviews/everything',
    '/reviews/everything.html',
    '/reviews/everything.toString',
    '/reviews/everything.json/',
    '/reviews/nobody.json',
    '/reviews/.md',
    '/reviews/EVERYTHING.md',
    '/robots.txt/',
    '/sitemaps/1.xml',
  ]) {
    assert.equal(viewAt(path, release), undefined, path);
  }
});

test('the record is the line of reviews.json', async () => {
  for (const [position, { id }] of AWKWARD.reviews.entries()) {
    const bytes = await viewOf(`/reviews/${id}.json`).make(release, NO_TOOLS);
    assert.equal(Buffer.from(bytes).toString(), reviewText(release.corpus, position));
    assert.equal(JSON.parse(Buffer.from(bytes).toString()).id, id);
  }
});

test('a form of a review names its page, and the review to caches', () => {
  for (const [path, mediaType] of [
    ['/reviews/everything.json', 'application/json'],
    ['/reviews/everything.md', 'text/markdown; charset=utf-8'],
  ] as const) {
    const view = viewOf(path);
    assert.deepEqual(
      [view.mediaType, view.page, view.shows],
      [mediaType, '/reviews/everything/', ['everything']],
    );
    assert.ok(isFormOfPage(path));
  }
  assert.equal(viewOf('/sitemap.xml').page, undefined);
  assert.deepEqual(
    [...viewPaths(release)].filter((path) => !isFormOfPage(path)),
    [
      '/robots.txt',
      '/site.webmanifest',
      '/schema/reviews.json',
      '/schema/insights.json',
      '/datapackage.json',
      '/.well-known/api-catalog',
      '/sitemap.xml',
      ...imagePaths(release),
      ...archiveFeedPaths(release),
    ],
  );
});

test('every form of a review that was taken down is gone', () => {
  const [, ...forms] = pathsOfReview('gone-1');
  assert.deepEqual(forms, ['/reviews/gone-1.json', '/reviews/gone-1.md']);
  for (const path of forms) assert.equal(viewAt(path, release), 'gone', path);
});
