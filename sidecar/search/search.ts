import { setImmediate } from 'node:timers/promises';
import type { SearchFilters, SearchHits, SearchSteps } from '#search/search-document.ts';
import type { SearchQuery } from '#search/search-query.ts';
import { SearchTurns } from '#search/search-turns.ts';
import type { ResolveTechnician } from '#search/technician-names.ts';
import { HttpError } from '../http/http-error.ts';

const BUSY = 'Too many searches are under way; ask again in a second.';

/** Answers searches over the reviews of one release. */
export type Search = (query: SearchQuery) => Promise<SearchHits>;

/** An index, or one with edits on top. */
export type Searchable = { searchInSteps(filters: SearchFilters): SearchSteps };

/** More at a time are refused: each waits for all others, and holds memory meanwhile. */
export const MAX_SEARCHES = 1000;

// One for all releases: what they share is the event loop.
let underWay = 0;
const turns = new SearchTurns({ now: () => performance.now(), pause: () => setImmediate() });

/**
 * Makes a search over an index; what is asked before the index is there waits for it. However long
 * a search runs, other requests have their turn. Throws an HttpError 503 while MAX_SEARCHES are
 * under way.
 */
export function createSearch(
  index: Promise<Searchable>,
  resolveTechnician: ResolveTechnician,
): Search {
  // Whoever swaps the release in hears of a failure; without a search nobody else would.
  index.catch(() => {});
  return async ({ mentions_technician, mentions_service, ...filters }) => {
    const technician =
      mentions_technician === undefined ? undefined : resolveTechnician(mentions_technician);
    if (mentions_technician !== undefined && technician === undefined) {
      return { total: 0, positions: [] };
    }
    if (underWay >= MAX_SEARCHES) throw new HttpError(503, BUSY, [], { 'Retry-After': '1' });
    underWay++;
    try {
      const opened = await index;
      const found = { ...filters, technician, service: mentions_service };
      return await turns.run(opened.searchInSteps(found));
    } finally {
      underWay--;
    }
  };
}
