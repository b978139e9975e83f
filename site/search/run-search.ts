import { setImmediate } from 'node:timers/promises';
import type { Corpus } from './corpus/corpus.ts';
import { type Counts, createCounts } from './facet-counts.ts';
import { explainNothing, type Hint } from './hints.ts';
import { cursorBehind, placeIn } from './question/cursor.ts';
import { createResolver, type EntityNames } from './question/names.ts';
import type { FilterQuery, SearchQuery } from './question/search-query.ts';
import type { PageQuery, Searchable, SearchFilters, SearchHits } from './search.ts';
import { TimeSlicer } from './time-slicer.ts';

/** A page of what was found. */
export type SearchAnswer = SearchHits & {
  /** The cursor of the next page; undefined on the last one. */
  readonly next?: string | undefined;
  /** Where nothing was found: how to find something. */
  readonly hints?: readonly Hint[] | undefined;
};

/** Searches the reviews of one release; `busy` where MAX_SEARCHES are in flight. */
export type Search = (query: SearchQuery) => Promise<SearchAnswer | 'busy'>;

/** Counts what is found by each of some questions about one release, equal ones once; `busy` as above. */
export type Count = (queries: readonly FilterQuery[]) => Promise<readonly Counts[] | 'busy'>;

/** Says how more would be found than by a question that finds nothing; `busy` as above. */
type Explain = (query: FilterQuery) => Promise<readonly Hint[] | 'busy'>;

/** Each waits for all others, and holds memory meanwhile. */
export const MAX_SEARCHES = 1000;
export const SEARCH_BUSY = 'Too many searches are running; ask again in a second.';

// Shared by all releases, as the event loop is.
let inFlight = 0;
const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });

/** What is searched: the index, and what answers are made from. */
type Searched = {
  readonly index: Promise<Searchable>;
  readonly corpus: Corpus;
  readonly names: EntityNames;
};

/** What can be asked of one release. */
export type Questions = {
  readonly search: Search;
  readonly count: Count;
  readonly explain: Explain;
};

/** Makes the functions that answer questions; they wait until the index is there. */
export function createSearch({ index, corpus, names }: Searched): Questions {
  // Prevents an unhandled rejection: the code that swaps the release reports the failure.
  index.catch(() => {});
  const resolve = createResolver(names);
  const limited = async <Result>(work: (opened: Searchable) => Promise<Result>) => {
    if (inFlight >= MAX_SEARCHES) return 'busy';
    inFlight++;
    try {
      return await work(await index);
    } finally {
      inFlight--;
    }
  };
  const countOne = async (opened: Searchable, filters: SearchFilters | undefined) =>
    filters ? slicer.run(opened.countInSteps(filters)) : createCounts();
  const explain = (opened: Searchable, query: FilterQuery) =>
    explainNothing(query, names, {
      total: async (other) => (await find(opened, resolve(other), { limit: 0 })).total,
      titles: async (other) => {
        const filters = resolve(other);
        return filters ? slicer.run(opened.countTitlesInSteps(filters)) : 0;
      },
      counts: () => slicer.run(opened.countInSteps({})),
      period: periodOf(corpus),
    });
  return {
    search: (query) =>
      limited(async (opened) => {
        const { limit, sort, after, ...filters } = query;
        const place = after === undefined ? undefined : placeIn(after);
        // One more shows whether there is a next page.
        const page = { sort, after: place, limit: limit + 1 };
        const { total, positions: found } = await find(opened, resolve(filters), page);
        const positions = found.slice(0, limit);
        if (total === 0) return { total, positions, hints: await explain(opened, filters) };
        if (found.length === positions.length) return { total, positions };
        return { total, positions, next: cursorBehind(corpus, positions.at(-1) ?? 0, query) };
      }),
    count: (queries) =>
      limited(async (opened) => {
        // Most groupings of one question count the same reviews, which are then counted once.
        const known = new Map<string, Counts>();
        const counted: Counts[] = [];
        for (const query of queries) {
          const key = JSON.stringify(query);
          const counts = known.get(key) ?? (await countOne(opened, resolve(query)));
          known.set(key, counts);
          counted.push(counts);
        }
        return counted;
      }),
    explain: (query) => limited((opened) => explain(opened, query)),
  };
}

/** From when to when there are reviews. */
function periodOf({ datePrefixes }: Corpus) {
  const [newest, oldest] = [datePrefixes[0], datePrefixes.at(-1)];
  return newest && oldest && { from: oldest.date, to: newest.date };
}

/** Nothing is found where a name is that of nobody. */
async function find(
  opened: Searchable,
  filters: SearchFilters | undefined,
  page: Omit<PageQuery, keyof SearchFilters>,
): Promise<SearchHits> {
  if (!filters) return { total: 0, positions: [] };
  return slicer.run(opened.searchInSteps({ ...filters, ...page }));
}
