import { setImmediate } from 'node:timers/promises';
import { escapeMarkup } from '#artifacts/markup.ts';
import { newestOf } from '#dataset/review.ts';
import {
  NOT_FOUND_PAGE,
  type Placed,
  pagesBesideReviews,
  pathOfReview,
} from '#release/page-addresses.ts';
import { idAt } from '#search/corpus/columns.ts';
import { type Corpus, reviewBytes } from '#search/corpus/corpus.ts';
import type { ReviewSource } from '#search/review-source.ts';

export const SITEMAP_TYPE = 'application/xml';

/**
 * The maximum URLs of a sitemap, and sitemaps of an index (sitemaps.org 0.9). The other bound, 50
 * MB, is then out of reach: with the longest origin and id an entry has some 430 bytes.
 */
export const MAX_URLS = 50_000;

const SITEMAP = '/sitemap.xml';

/** The number of the sitemap at a path: 0 is /sitemap.xml, an index if there are several. */
export function sitemapAt(path: string, release: ReviewSource): number | undefined {
  const number = sitemapPaths(release).indexOf(path);
  return number < 0 ? undefined : number;
}

/** The paths of the sitemaps of a release. */
export function sitemapPaths(release: Placed): string[] {
  const parts = countParts(release);
  const numbers = Array.from({ length: parts > 1 ? parts : 0 }, (_, index) => index + 1);
  return [SITEMAP, ...numbers.map(pathOfPart)];
}

const pathOfPart = (number: number) => `/sitemaps/${number}.xml`;

const countParts = (release: Placed) =>
  Math.ceil((release.corpus.count + otherPages(release).length) / MAX_URLS);

/** Indexable pages other than those of reviews. */
const otherPages = (release: Placed) =>
  pagesBesideReviews(release).filter((path) => path !== NOT_FOUND_PAGE);

/** Renders robots.txt (RFC 9309), which allows everything and points to the sitemap. */
export async function renderRobots({ baseUrl }: ReviewSource): Promise<Uint8Array> {
  return Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}${SITEMAP}\n`);
}

/** Renders a sitemap (sitemaps.org 0.9), without blocking the event loop. */
export async function renderSitemap(release: ReviewSource, number: number): Promise<Uint8Array> {
  const parts = countParts(release);
  const isIndex = number === 0 && parts > 1;
  const [root, element] = isIndex ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
  const places = isIndex ? listSitemaps(release, parts) : listUrls(release, number || 1);
  const lines = (await places).map(({ path, changed }) => {
    const lastmod = changed === '' ? '' : `<lastmod>${changed}</lastmod>`;
    const loc = escapeMarkup(release.baseUrl + path);
    return `<${element}><loc>${loc}</loc>${lastmod}</${element}>\n`;
  });
  const open = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n${open}\n`;
  return Buffer.from(`${head}${lines.join('')}</${root}>\n`);
}

/** An address, and the day of its last change; '' if the data do not state one. */
type Place = { readonly path: string; readonly changed: string };

/** The sitemaps of an index. */
async function listSitemaps(release: ReviewSource, parts: number): Promise<Place[]> {
  const sitemaps: Place[] = [];
  for (let part = 1; part <= parts; part++) {
    const places = await listUrls(release, part);
    const changed = newestOf(places.map((place) => place.changed));
    sitemaps.push({ path: pathOfPart(part), changed });
  }
  return sitemaps;
}

/**
 * Pages that change with any review. Pages of some reviews or of the program have no date: the data
 * do not know it, and a wrong one costs the trust in all.
 */
const OF_ALL_REVIEWS = /^\/(?:(?:charts(?:\/[a-z]+)?|feeds|insights|methodology|reviews)\/)?$/;
/** The number that is listed in about a millisecond. */
const PLACES_A_TURN = 250;

/**
 * Returns the content of a sitemap, found in several turns of the event loop: reviews, the oldest
 * first, so that a new one changes only the last sitemap, and after them the other pages.
 */
async function listUrls(release: ReviewSource, number: number): Promise<Place[]> {
  const { corpus } = release;
  const { dateModified } = await release.head();
  const pages = otherPages(release);
  const placeAt = (at: number): Place => {
    const path = pages[at - corpus.count];
    if (path !== undefined) {
      return { path, changed: OF_ALL_REVIEWS.test(path) ? (dateModified ?? '') : '' };
    }
    const position = corpus.count - 1 - at;
    return { path: pathOfReview(idAt(corpus, position)), changed: lastChangeAt(corpus, position) };
  };
  const places: Place[] = [];
  const end = Math.min(number * MAX_URLS, corpus.count + pages.length);
  for (let at = (number - 1) * MAX_URLS; at < end; at++) {
    places.push(placeAt(at));
    if (at % PLACES_A_TURN === 0) await setImmediate();
  }
  return places;
}

// Quotation marks within a value are escaped, so these are the members and no words of a review.
const CHANGE_DATES = /"(?:datePublished|dateModified|date)":"([\d-]+)"/g;

/** The date of the last change of the review at a position, without parsing all of it. */
function lastChangeAt(corpus: Corpus, position: number): string {
  const line = reviewBytes(corpus, position).toString('latin1');
  return newestOf(line.matchAll(CHANGE_DATES).map(([, date = '']) => date));
}
