import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  FIXED_PAGES,
  pageAt,
  pageOfImage,
  pagesBesideReviews,
  pathOfImage,
  shownReviews,
} from '#release/page-addresses.ts';
import { ARCHIVE_PART } from '#search/archive.ts';
import { docsPath } from '../../../site/ui/view/docs.ts';
import { makeRelease } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const { release } = await makeRelease();
/** A month whose reviews fill two pages of the archive and begin a third. */
const MANY = 2 * ARCHIVE_PART + 1;
const many = Array.from({ length: MANY }, (_, index) =>
  sampleReview(`many-${index}`, index % 2 ? '2023-07-31' : '2023-07-01'),
);
const { release: large } = await makeRelease(Object.assign({}, SAMPLE_CONTENT, ...many));

/** The archives of the sample. */
const ARCHIVE = [
  ...['/archive/2026/', '/archive/2026/10/', '/archive/2026/06/', '/archive/2025/'],
  ...['/archive/2025/05/', '/archive/2024/', '/archive/2024/02/'],
];

test('there is a page of every file of the documentation, of everything that reviews mention, and of each archive', () => {
  const docs = readdirSync(join(REPOSITORY, 'site/docs')).map(docsPath).sort();
  const lists = ['/feeds/', '/insights/', '/methodology/', '/reviews/'];
  const fixed = ['/', '/agents/', '/archive/', ...docs, ...lists, '/websub/', '/404.html'];
  assert.deepEqual(FIXED_PAGES, fixed);
  const mentioned = [
    ...['/people/elena-munoz/', '/people/david-okafor/', '/services/car-accident/'],
    ...release.names.aspects.map(({ id }) => `/aspects/${id}/`),
  ];
  const pages = pagesBesideReviews(release);
  assert.deepEqual(pages, [...fixed, ...mentioned, ...ARCHIVE]);
  for (const path of [...pages, '/reviews/review-a/', '/reviews/review-e/']) {
    assert.equal(pageAt(path, release), 'published', path);
  }
});

test('the archive has a page of each part of a long month', () => {
  const parts = ['/archive/2023/07/', '/archive/2023/07/2/', '/archive/2023/07/3/'];
  const paths = [...ARCHIVE, '/archive/2023/', ...parts];
  const ofLarge = pagesBesideReviews(large).filter((path) => /^\/archive\/./.test(path));
  assert.deepEqual(ofLarge, paths);
  for (const path of paths) assert.equal(pageAt(path, large), 'published', path);
});

test('there is no page at any other path', () => {
  for (const path of [
    ...['', '/docs/search/search/', '/reviews/__proto__/', '/reviews/pending-1/'],
    ...['/people/', '/people/car-accident/', '/services/elena-munoz/', '/technicians/elena-munoz/'],
    ...['1/', '11/', '10/1/', '10/2/', '10/02/', '10/0/'].map((rest) => `/archive/2026/${rest}`),
    ...['/archive', '/archive/2022/', '/archive/02026/10/'],
  ]) {
    assert.equal(pageAt(path, release), undefined, path);
  }
});

test('an entity has an image of its own, and all other pages share one', () => {
  const pages = ['/', '/reviews/', '/reviews/?rating=1', '/reviews/review-a/', '/people/elena/'];
  assert.deepEqual(pages.map(pathOfImage), [
    ...Array.from({ length: 4 }, () => '/og.png'),
    '/people/elena/og.png',
  ]);
  assert.deepEqual(['/og.png', '/places/austin/og.png'].map(pageOfImage), ['/', '/places/austin/']);
  for (const path of ['/reviews/og.png', '/people/og.png', '/people/elena/', 'og.png', '/x/og.png'])
    assert.equal(pageOfImage(path), undefined, path);
});

test('a page shows its own review and those it links to, each once, in the order of their ids', () => {
  const html =
    '<a href="/reviews/zoey/">Z</a><a href="/reviews/mike/#reply"><a rel="next" href="/reviews/anna-1/">A</a> <a href="/reviews/zoey/">';
  assert.deepEqual(shownReviews('/', html), ['anna-1', 'mike', 'zoey']);
  assert.deepEqual(shownReviews('/reviews/lena/', html), ['anna-1', 'lena', 'mike', 'zoey']);
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
