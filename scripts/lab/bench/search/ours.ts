import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { listBuffers } from '#search/index/index-data.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { TimeSlicer } from '#search/time-slicer.ts';
import { QUERIES } from './queries.ts';
import type { OpenSubject } from './subject.ts';

const SEARCHES_AT_ONCE = 8;
const DELAY_MILLISECONDS = 5000;

/** Testimony's index, built in this thread. */
export const openOurs: OpenSubject = (documents) => {
  const data = buildSearchIndex(documents);
  const index = new SearchIndex(data);
  return {
    bytes: listBuffers(data).reduce((sum, buffer) => sum + buffer.byteLength, 0),
    search: (filters) => index.search(filters),
    measureDelay: () => measureDelay(index),
  };
};

/** Keeps some searches in flight, as a server does, and watches how late timers are. */
async function measureDelay(index: SearchIndex): Promise<number> {
  const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const end = performance.now() + DELAY_MILLISECONDS;
  let next = 0;
  const client = async () => {
    while (performance.now() < end) {
      const filters = QUERIES[next++ % QUERIES.length];
      if (filters !== undefined) await slicer.run(index.searchInSteps(filters));
    }
  };
  delay.enable();
  await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, client));
  delay.disable();
  return delay.percentile(99) / 1e6;
}
