import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublishedFile } from '../../../sidecar/http/published-file.ts';
import type { PageSet } from '../../../sidecar/release/page-set.ts';
import { createReleaseFiles, NO_LAG } from '../../../sidecar/release/release-files.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const { data } = release.files;
const page = release.files.get('/');
assert.ok(page);

/** Pages of reviews a, b and c; the home page shows a, and the page of b shows its neighbours. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['a'],
  '/feeds/': [],
  '/reviews/a/': ['a', 'b'],
  '/reviews/b/': ['a', 'b', 'c'],
  '/reviews/c/': ['b', 'c'],
};
const pages: PageSet = {
  ordinal: 1,
  key: { content: 'a', baseUrl: 'http://reviews.test', code: 'b' },
  get: (path): PublishedFile | undefined => (PAGES[path] ? page : undefined),
  ids: () => new Set(['a', 'b', 'c']),
  showing: (id) => Object.keys(PAGES).filter((path) => PAGES[path]?.includes(id)),
};
const parts = { data, pages, lag: NO_LAG, removed: [] };

test('data and pages are found by their path', () => {
  const files = createReleaseFiles(parts);
  assert.equal(files.get('/reviews.json'), data.get('/reviews.json'));
  assert.equal(files.get('/reviews/a/'), page);
  assert.equal(files.get('/reviews/x/'), undefined);
  assert.equal(files.absenceOf('/reviews/x/'), undefined);
});

test('a page that shows what was taken down is not served until it is rebuilt', () => {
  const lag = { withdrawn: ['a'], pending: [] };
  const removed = [{ id: 'a', dateRemoved: '2026-11-20' }];
  const files = createReleaseFiles({ ...parts, lag, removed });
  for (const path of ['/', '/reviews/a/', '/reviews/b/']) assert.equal(files.get(path), undefined);
  assert.equal(files.absenceOf('/'), 'building');
  assert.equal(files.absenceOf('/reviews/b/'), 'building');
  assert.equal(files.absenceOf('/reviews/a/'), 'gone');
  for (const path of ['/feeds/', '/reviews/c/', '/reviews.json']) assert.ok(files.get(path), path);
});

test('what was taken down stays gone when pages were rebuilt', () => {
  const removed = [{ id: 'x', dateRemoved: '2026-11-20' }];
  assert.equal(createReleaseFiles({ ...parts, removed }).absenceOf('/reviews/x/'), 'gone');
});

test('the page of a review that is merely published no more is not found', () => {
  const files = createReleaseFiles({ ...parts, lag: { withdrawn: ['c'], pending: [] } });
  assert.equal(files.get('/reviews/c/'), undefined);
  assert.equal(files.absenceOf('/reviews/c/'), undefined);
  assert.equal(files.absenceOf('/reviews/b/'), 'building');
});

test('the page of a new review is being built', () => {
  const files = createReleaseFiles({ ...parts, lag: { withdrawn: [], pending: ['d'] } });
  assert.equal(files.get('/reviews/d/'), undefined);
  assert.equal(files.absenceOf('/reviews/d/'), 'building');
});

test('before the first pages all of them are being built, and data are there', () => {
  const files = createReleaseFiles({ ...parts, pages: undefined });
  assert.ok(files.get('/feed.xml'));
  for (const path of ['/', '/feeds/', '/reviews/a/']) {
    assert.equal(files.get(path), undefined);
    assert.equal(files.absenceOf(path), 'building');
  }
  for (const path of ['/api/nothing', '/.well-known/nothing', '/mcp/nothing']) {
    assert.equal(files.absenceOf(path), undefined);
  }
});
