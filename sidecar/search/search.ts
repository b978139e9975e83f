import { setImmediate } from 'node:timers/promises';
import type { SearchHits } from '#query/search-document.ts';
import { SearchIndex } from '#query/search-index/search-index.ts';
import type { SearchIndexData } from '#query/search-index/search-index-data.ts';
import type { SearchQuery } from '#query/search-query.ts';
import { SearchTurns } from '#query/search-turns.ts';
import type { ResolveTechnician } from '#query/technician-names.ts';

/** Answers searches over the reviews of one release. */
export type Search = (query: SearchQuery) => Promise<SearchHits>;

// One for all releases: what they share is the event loop.
const turns = new SearchTurns({ now: () => performance.now(), pause: () => setImmediate() });

/**
 * Makes a search over an index; what is asked before the index is there waits for it. However long
 * a search runs, other requests have their turn.
 */
export function createSearch(
  data: Promise<SearchIndexData>,
  resolveTechnician: ResolveTechnician,
): Search {
  const opened = data.then((index) => new SearchIndex(index));
  return async ({ mentions_technician, mentions_service, ...filters }) => {
    const technician =
      mentions_technician === undefined ? undefined : resolveTechnician(mentions_technician);
    if (mentions_technician !== undefined && technician === undefined) {
      return { total: 0, positions: [] };
    }
    const index = await opened;
    return turns.run(index.searchInSteps({ ...filters, technician, service: mentions_service }));
  };
}
