import { parentPort, workerData } from 'node:worker_threads';
import { readSearchDocuments } from '#query/read-search-documents.ts';
import { buildSearchIndex } from '#query/search-index/build-search-index.ts';
import { listBuffers } from '#query/search-index/search-index-data.ts';

/** Builds the index of the reviews.json that it is given, posts it without a copy, and ends. */
if (parentPort) {
  const index = buildSearchIndex(readSearchDocuments(workerData));
  parentPort?.postMessage(index, listBuffers(index));
}
