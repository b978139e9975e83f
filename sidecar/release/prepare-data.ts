import { artifactAt, datasetLinks } from '#artifacts/catalog.ts';
import type { Origins } from '#dataset/dataset.ts';
import { readHead } from '#release/published-source.ts';
import type { EncodedFile } from '#release/release.ts';
import { idAt } from '#search/corpus/columns.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import { FEED_SIZE } from '#search/question/feed-question.ts';
import { ALL_REVIEWS, cacheTags, MAX_NAMED, type RawHeaders } from '../http/headers.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';

/**
 * Prepares a data file of a release to be sent, with cache tags of the reviews in it, and links.
 */
export function prepareDataFile(
  file: EncodedFile,
  corpus: Corpus,
  origins: Origins,
): PublishedFile {
  const { path } = file.entry;
  const links = linksOf(path, corpus, origins.baseUrl);
  return preparePublishedFile(file, origins, { tags: tagsOf(path, corpus), links });
}

/** Returns links to the description and license of a file, so that it can be used by itself. */
function linksOf(path: string, corpus: Corpus, baseUrl: string): readonly string[] {
  const kind = artifactAt(path);
  if (DESCRIPTIONS.includes(path)) return [`<${baseUrl}/docs/>; rel="service-doc"`];
  if (!kind?.isDataset) return [];
  const { describedBy } = kind;
  return [datasetLinks(baseUrl, { describedBy, license: licenseOf(corpus) })];
}

/** Returns the license of the published data, if the business names one. */
export function licenseOf({ body }: Pick<Corpus, 'body'>): string | undefined {
  return readHead(body).business.license;
}

/** The description of the interface, at both of its addresses. */
const DESCRIPTIONS = ['/openapi.json', '/.well-known/openapi.json'];

/** Data files that show reviews; feeds show the newest. The descriptions show an old one. */
const SHOWING_ALL = ['/reviews.json', '/insights.json', ...DESCRIPTIONS];
const FEEDS = ['/api/feed.json', '/feed.xml'];

function tagsOf(path: string, corpus: Corpus): RawHeaders {
  const most = SHOWING_ALL.includes(path) ? MAX_NAMED + 1 : FEEDS.includes(path) ? FEED_SIZE : 0;
  const shown = Math.min(most, corpus.count);
  return shown === 0 ? [] : tagReviews(corpus, [...Array(shown).keys()]);
}

/**
 * Returns the cache tags of an answer that shows the reviews at these positions. If there are none,
 * its hints depend on all reviews.
 */
export function tagReviews(corpus: Corpus, positions: readonly number[]): RawHeaders {
  // Ids are read out of the bytes of the reviews: not if none of them is named.
  if (positions.length === 0 || positions.length > MAX_NAMED) return ALL_REVIEWS;
  return cacheTags(positions.map((position) => idAt(corpus, position)));
}
