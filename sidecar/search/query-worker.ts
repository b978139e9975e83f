import { parentPort, workerData } from 'node:worker_threads';
import { listQueryBuffers, readQueryData } from '#query/query-data.ts';

/** Reads the reviews.json that it is given, posts the data, and ends. */
if (workerData instanceof Uint8Array) {
  const data = readQueryData(workerData);
  parentPort?.postMessage(data, listQueryBuffers(data));
}
