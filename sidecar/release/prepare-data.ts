import { FEED_SIZE } from '#artifacts/feed-entry.ts';
import type { EncodedFile } from '#release/release.ts';
import type { Corpus } from '#search/corpus.ts';
import { MAX_NAMED } from '../http/cache-tags.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';
import type { RawHeaders } from '../http/shared-headers.ts';
import { tagReviews } from './tag-reviews.ts';

/** The data files of a release, ready to be sent, each with the reviews that it shows. */
export function prepareData(
  files: readonly EncodedFile[],
  corpus: Corpus,
  baseUrl: string,
): PublishedFile[] {
  return files.map((file) => prepareDataFile(file, corpus, baseUrl));
}

/** One of them. */
export function prepareDataFile(file: EncodedFile, corpus: Corpus, baseUrl: string): PublishedFile {
  return preparePublishedFile(file, baseUrl, tagsOf(file.entry.path, corpus));
}

/** How many reviews a data file may show, the newest first: datasets all, feeds fewer. */
const SHOWN: Readonly<Record<string, number>> = {
  '/reviews.json': Number.POSITIVE_INFINITY,
  '/insights.json': Number.POSITIVE_INFINITY,
  '/api/feed.json': FEED_SIZE,
  '/feed.xml': FEED_SIZE,
};

function tagsOf(path: string, corpus: Corpus): RawHeaders {
  const shown = Math.min(SHOWN[path] ?? 0, corpus.count);
  return tagReviews(
    corpus,
    Array.from({ length: Math.min(shown, MAX_NAMED + 1) }, (_, at) => at),
  );
}
