import { setImmediate } from 'node:timers/promises';
import { escapeMarkup } from '#artifacts/markup.ts';
import { newestOf } from '#dataset/review.ts';
import { NOT_FOUND_PAGE, pagesBesideReviews, pathOfReview } from '#release/page-addresses.ts';
import { idAt } from '#search/corpus/columns.ts';
import { type Corpus, reviewBytes } from '#search/corpus/corpus.ts';
import type { ReviewSource } from '#search/review-source.ts';

export const SITEMAP_TYPE = 'application/xml';

/**
 * The maximum URLs of a sitemap (sitemaps.org 0.9). The other bound, 50 MB, is then out of reach: with the
 * longest origin and id an entry has some 430 bytes.
 */
export const MAX_URLS = 50_000;

/** Renders robots.txt (RFC 9309), which allows everything and points to the sitemap. */
export async function renderRobots({ baseUrl }: ReviewSource): Promise<Uint8Array> {
  return Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/sitemap.xml\n`);
}

/**
 * Pages that change with any review. Pages of some reviews or of the program have no date: the data
 * do not know it, and a wrong one costs the trust in all.
 */
const OF_ALL_REVIEWS = /^\/(?:(?:charts(?:\/[a-z]+)?|feeds|insights|methodology|reviews)\/)?$/;
/** The number that is listed in about a millisecond. */
const PLACES_A_TURN = 250;

/**
 * Renders the sitemap in several turns of the event loop: the newest reviews, as many as fit, from the oldest of
 * them on, and the other pages. The archive, which is among these, links to all reviews.
 */
export async function renderSitemap(release: ReviewSource): Promise<Uint8Array> {
  const { baseUrl, corpus } = release;
  const { dateModified } = await release.head();
  const lines: string[] = [];
  // '' if the data do not state a change.
  const add = (path: string, changed: string) => {
    const lastmod = changed === '' ? '' : `<lastmod>${changed}</lastmod>`;
    lines.push(`<url><loc>${escapeMarkup(baseUrl + path)}</loc>${lastmod}</url>\n`);
  };
  const pages = pagesBesideReviews(release).filter((path) => path !== NOT_FOUND_PAGE);
  for (let at = Math.min(corpus.count, MAX_URLS - pages.length) - 1; at >= 0; at--) {
    add(pathOfReview(idAt(corpus, at)), lastChangeAt(corpus, at));
    if (at % PLACES_A_TURN === 0) await setImmediate();
  }
  for (const path of pages) add(path, OF_ALL_REVIEWS.test(path) ? (dateModified ?? '') : '');
  const open = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n${open}\n`;
  return Buffer.from(`${head}${lines.join('')}</urlset>\n`);
}

// Quotation marks within a value are escaped, so these are the members and no words of a review.
const CHANGE_DATES = /"(?:datePublished|dateModified|date)":"([\d-]+)"/g;

/** The date of the last change of the review at a position, without parsing all of it. */
function lastChangeAt(corpus: Corpus, position: number): string {
  const line = reviewBytes(corpus, position).toString('latin1');
  return newestOf(line.matchAll(CHANGE_DATES).map(([, date = '']) => date));
}
