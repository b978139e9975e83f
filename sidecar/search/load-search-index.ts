import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { lengthOf, type Pieces } from '#search/pieces.ts';
import { readSearchDocuments } from '#search/read-search-documents.ts';

/** About 300 reviews: their index takes less time than a thread takes to start. */
const SMALL_BYTES = 250_000;

/**
 * Builds the search index of a reviews.json: off the event loop where that takes long enough to be
 * felt, and in any case after what is due before.
 */
export async function loadSearchIndex(reviewsJson: Pieces): Promise<SearchIndexData> {
  if (lengthOf(reviewsJson) <= SMALL_BYTES) {
    await setImmediate();
    return buildSearchIndex(readSearchDocuments(reviewsJson));
  }
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), {
    name: 'search index',
    workerData: reviewsJson,
  });
  const [index] = await once(worker, 'message');
  return index;
}
