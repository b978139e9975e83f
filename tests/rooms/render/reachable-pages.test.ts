import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import {
  NOT_FOUND_PAGE,
  pageAt,
  pagesBesideReviews,
  pathOfReview,
} from '#release/page-addresses.ts';
import { idAt } from '#search/corpus/columns.ts';
import { generateContent } from '../../../scripts/generate/generate.ts';
import { BUNDLE_SCRIPT, ensureBundle } from '../../../sidecar/render/bundle.ts';
import { loadPageHandler } from '../../../sidecar/render/page-handler.ts';
import { crawlPages } from '../../e2e/crawl-pages.ts';
import { atLength } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { sourceOf } from '../../support/review-source.ts';

const REVIEWS = atLength(10_000, 1_000);
const MOST_CLICKS = 4;
const MOST_CLICKS_TO_ENTITIES = 2;

const stateDir = join(createFolder({ after }), 'state');
const making = { stateDir, script: BUNDLE_SCRIPT, tell: () => {} };
const bundle = await ensureBundle(making, new AbortController().signal);
const render = await loadPageHandler(bundle.entry);

const files = generateContent({ reviews: REVIEWS })
  .map(({ path, text }) => ({ path, bytes: Buffer.from(text) }))
  .toArray();
const { content } = checkContent(files);
const source = sourceOf(createDataset(content, 'https://reviews.example', createAnnotator()));
const { corpus } = source;
// A service has them before the first page is asked for, whose time is bounded.
await source.insights();
const reviews = Array.from({ length: corpus.count }, (_, at) => pathOfReview(idAt(corpus, at)));

/** All that links lead to. Pages of reviews are not read: what they lead to counts for nothing. */
const pages = await crawlPages(async (path) => {
  if (pageAt(path, source) !== 'published' || /^\/reviews\/./.test(path)) return undefined;
  return (await render(path, source)).html.toString();
});

test(`of ${REVIEWS} reviews each is ${MOST_CLICKS} clicks at most away from the first page`, () => {
  assert.ok(corpus.count > 0.9 * REVIEWS);
  const far = reviews.filter((path) => (pages.get(path)?.clicks ?? Infinity) > MOST_CLICKS);
  assert.deepEqual(far, []);
});

test('everybody and everything with a page is two clicks away', () => {
  const entities = pagesBesideReviews(source).filter((path) =>
    /^\/(?:people|services|places|aspects)\//.test(path),
  );
  assert.ok(entities.length > 10);
  const isFar = (path: string) => (pages.get(path)?.clicks ?? Infinity) > MOST_CLICKS_TO_ENTITIES;
  assert.deepEqual(entities.filter(isFar), []);
});

test('a link leads to every page, and none to a page that there is not', () => {
  const lost = pagesBesideReviews(source).filter((path) => !pages.has(path));
  assert.deepEqual(lost, [NOT_FOUND_PAGE]);
  const isPage = (path: string) => path.endsWith('/') && !path.startsWith('/api/');
  const broken = [...pages.keys()].filter((path) => isPage(path) && !pageAt(path, source));
  assert.deepEqual(broken, []);
});
