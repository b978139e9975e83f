import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  FIXED_PAGES,
  fileOfPage,
  pageAt,
  pathOfReview,
  shownReviews,
  statusOfPage,
} from '#release/page-addresses.ts';
import { docsPath } from '../../../site/ui/view/docs.ts';
import { makeRelease } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const { release } = await makeRelease();

test('there is a page of every published review, of every file of the documentation, and a few others', () => {
  const docs = readdirSync(join(REPOSITORY, 'site/docs')).map(docsPath).sort();
  assert.deepEqual(FIXED_PAGES, ['/', '/agents/', ...docs, '/feeds/', '/websub/', '/404.html']);
  const permalinks = ['a', 'b', 'c', 'd', 'e'].map((letter) => pathOfReview(`review-${letter}`));
  assert.equal(permalinks[0], '/reviews/review-a/');
  for (const path of [...FIXED_PAGES, ...permalinks]) {
    assert.equal(pageAt(path, release), 'published', path);
  }
});

test('pages have the status of what is there, gone or missing', () => {
  const paths = ['/', '/reviews/review-a/', '/reviews/gone-2026/', '/404.html', '/nothing/'];
  const statuses = paths.map((path) => statusOfPage(path, release));
  assert.deepEqual(statuses, [200, 200, 410, 404, undefined]);
});

test('there is no page at any other path', () => {
  for (const path of [
    '',
    '//',
    '/feeds',
    '/index.html',
    '/docs/search/search/',
    '/reviews/',
    '/reviews/review-a',
    '/reviews//review-a/',
    '/reviews/review-a//',
    '/reviews/Review-A/',
    '/reviews/pending-1/',
    '/reviews/withheld-1/',
    '/reviews/__proto__/',
    '/reviews.json',
  ]) {
    assert.equal(pageAt(path, release), undefined, path);
  }
});

test('a page lies where a plain file server looks for it', () => {
  const files = ['/', '/reviews/review-a/', '/404.html'].map(fileOfPage);
  assert.deepEqual(files, ['index.html', 'reviews/review-a/index.html', '404.html']);
});

test('a page shows its own review and those it links to, each once, in the order of their ids', () => {
  const html =
    '<a href="/reviews/zoey/">Z</a><a rel="next" href="/reviews/anna-1/">A</a> <a href="/reviews/zoey/">';
  assert.deepEqual(shownReviews('/', html), ['anna-1', 'zoey']);
  assert.deepEqual(shownReviews('/reviews/mike/', html), ['anna-1', 'mike', 'zoey']);
});

test('other links, and links in texts, are not counted', () => {
  const html = [
    '<a href="/reviews.json"><a href="/reviews/"><a href="/reviews/anna/edit/"><a href="/feeds/">',
    '<a href="https://other.example/reviews/anna/">',
    '<p>See href=&#34;/reviews/anna/&#34;</p>',
    '<script>{"reviewBody":"Look: href=\\"/reviews/anna/\\""}</script>',
    '<a href="/reviews/No ID/"><a href="/reviews/abc/">',
  ].join('');
  assert.deepEqual(shownReviews('/feeds/', html), []);
});
