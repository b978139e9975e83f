import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type QueryData, readQueryData } from '#query/query-data.ts';

/** Up to about 2,000 reviews take less time than a thread takes to start. */
const SMALL_BYTES = 1_500_000;

/**
 * Reads the data for questions about a reviews.json: off the event loop where that takes long
 * enough to be felt.
 */
export async function loadQueryData(reviewsJson: Uint8Array): Promise<QueryData> {
  if (reviewsJson.length <= SMALL_BYTES) return readQueryData(reviewsJson);
  const worker = new Worker(new URL('./query-worker.ts', import.meta.url), {
    workerData: reviewsJson,
  });
  const [data] = await once(worker, 'message');
  return data;
}
