import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { readSearchDocuments } from '#search/search.ts';

/** About 300 reviews: building their index takes less time than starting a thread. */
const SMALL_BYTES = 250_000;

/**
 * Builds the search index of a reviews.json: of a large one in a thread of its own, of a small one
 * after whatever is already due.
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
