import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateOfLastChange } from '#dataset/review.ts';
import { NOT_FOUND_PAGE, pagesBesideReviews } from '#release/page-addresses.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { readParts } from '#search/corpus/review-records.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { MAX_URLS, renderSitemap } from '#views/sitemap.ts';
import { runs } from '../../support/at-length.ts';
import { sourceOf } from '../../support/review-source.ts';
import { publishedReview } from '../../support/reviews.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { childrenOf, parseXml, textOfChild } from '../artifacts/parse-xml.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const MAX_BYTES = 50 * 1024 * 1024;

/** The entries of a sitemap, checked against the rules of sitemaps.org. */
async function readSitemap(release: ReviewSource) {
  const bytes = await renderSitemap(release);
  const { attributes, children } = parseXml(Buffer.from(bytes).toString());
  assert.deepEqual(attributes, { xmlns: NAMESPACE });
  assert.ok(children.length > 0 && children.length <= MAX_URLS);
  const entries = children.map((entry) => {
    const loc = textOfChild(entry, 'loc');
    assert.ok(loc.length < 2048 && loc.startsWith(`${release.baseUrl}/`), loc);
    assert.equal(new URL(loc).href, loc);
    const [lastmod, ...more] = childrenOf(entry, 'lastmod').map(({ text }) => text);
    assert.deepEqual(more, []);
    if (lastmod !== undefined) assert.match(lastmod, /^\d{4}-\d\d-\d\d$/);
    return [loc.slice(release.baseUrl.length), lastmod] as const;
  });
  assert.equal(new Map(entries).size, entries.length);
  return new Map(entries);
}

test('a page of a review has the date of its last change, whatever its text says', async () => {
  await fc.assert(
    fc.asyncProperty(anyDataset, async (dataset) => {
      const entries = await readSitemap(sourceOf(dataset));
      for (const review of dataset.reviews) {
        assert.equal(entries.get(`/reviews/${review.id}/`), dateOfLastChange(review));
      }
    }),
    { numRuns: runs(30) },
  );
  const reviewBody = '{"datePublished":"2030-01-01","date":"2031-01-01"}';
  const review = publishedReview({ reviewBody, name: reviewBody });
  const entries = await readSitemap(releaseOf([review]));
  assert.equal(entries.get('/reviews/review-1/'), '2026-10-03');
});

/** As much of a release as a sitemap is made of. */
function releaseOf(
  reviews: readonly { readonly id: string }[],
  baseUrl = 'https://reviews.example',
) {
  const lines = reviews.map((review) => JSON.stringify(review)).join(',\n');
  const source = sourceOf(datasetOf({}, baseUrl));
  const corpus = corpusOf(readParts([Buffer.from(`{"reviews":[\n${lines}\n]}\n`)]));
  return { ...source, corpus };
}

/** Of the length that no id and no origin exceeds (RFC 1035 §2.3.4). */
const LONGEST_ORIGIN = `https://${`${'a'.repeat(62)}.`.repeat(4)}b:65535`;
const idOf = (index: number) => `${index}`.padStart(64, 'a');

test('of more than 50,000 addresses the sitemap has all pages, and the newest reviews', async () => {
  // Of one month, whose archive has a page more for each 200.
  const one = publishedReview();
  const reviews = Array.from({ length: MAX_URLS + 1 }, (_, index) => ({ ...one, id: idOf(index) }));
  const release = releaseOf(reviews, LONGEST_ORIGIN);
  const bytes = await renderSitemap(release);
  assert.ok(bytes.length <= MAX_BYTES);
  const locations = Buffer.from(bytes)
    .toString()
    .matchAll(/<loc>(.*?)<\/loc>/g);
  const paths = [...locations].map(([, loc = '']) => loc.slice(LONGEST_ORIGIN.length));
  assert.equal(paths.length, MAX_URLS);
  const pages = pagesBesideReviews(release).filter((path) => path !== NOT_FOUND_PAGE);
  const shown = reviews.slice(0, MAX_URLS - pages.length).map(({ id }) => `/reviews/${id}/`);
  assert.deepEqual(paths, [...shown.reverse(), ...pages]);
});

test('a large sitemap leaves the event loop to others', async () => {
  const release = releaseOf(
    Array.from({ length: 10_000 }, (_, index) => ({ ...publishedReview(), id: idOf(index) })),
  );
  let [turns, isDone] = [0, false];
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await renderSitemap(release);
  isDone = true;
  assert.ok(turns >= 40, `${turns}`);
});
