import { parentPort, workerData } from 'node:worker_threads';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { listBuffers } from '#search/index/index-data.ts';
import { readSearchDocuments } from '#search/search.ts';

/** Builds the index of the reviews.json in `workerData`, posts it without a copy, and ends. */
if (parentPort) {
  const index = buildSearchIndex(readSearchDocuments(workerData));
  parentPort.postMessage(index, listBuffers(index));
}
