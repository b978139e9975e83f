import { setImmediate } from 'node:timers/promises';
import { type Corpus, idAt } from './corpus/corpus.ts';
import type { Counts } from './facet-counts.ts';
import { type Hint, hintsOn } from './hints.ts';
import type { SearchIndexData } from './index/index-data.ts';
import { SearchIndex } from './index/search-index.ts';
import { cursorBehind, placeIn } from './question/cursor.ts';
import { type EntityNames, resolveNames } from './question/names.ts';
import type { FilterQuery, SearchQuery } from './question/search-query.ts';
import type { PageQuery, SearchFilters, SearchHits } from './search.ts';
import { TimeSlicer } from './time-slicer.ts';

/** A page of what was found. */
export type SearchAnswer = SearchHits & {
  /** The cursor of the next page; undefined on the last one. */
  readonly next?: string | undefined;
  /** How to find more, where little was found. */
  readonly hints?: readonly Hint[] | undefined;
};

/** Searches the reviews of one release; `busy` where MAX_SEARCHES are in flight. */
export type Search = (query: SearchQuery) => Promise<SearchAnswer | 'busy'>;

/** Counts what is found by each of some questions about one release, equal ones once; `busy` as above. */
export type Count = (queries: readonly FilterQuery[]) => Promise<readonly Counts[] | 'busy'>;

/** Says how to find more than a question does; `busy` as above. */
type Explain = (query: FilterQuery) => Promise<readonly Hint[] | 'busy'>;

/** Each waits for all others, and holds memory meanwhile. */
export const MAX_SEARCHES = 1000;
export const SEARCH_BUSY = 'Too many searches are running; ask again in a second.';

// Shared by all releases, as the event loop is.
let inFlight = 0;
const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });

/** What is searched: the index, and what answers are made from. */
type Searched = {
  readonly index: Promise<SearchIndexData>;
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
  const opening = index.then((data) => new SearchIndex(data, corpus));
  // Prevents an unhandled rejection where no question is asked.
  opening.catch(() => {});
  const resolve = (query: FilterQuery) => resolveNames(query, names);
  const limited = async <Result>(work: (opened: SearchIndex) => Promise<Result>) => {
    if (inFlight >= MAX_SEARCHES) return 'busy';
    inFlight++;
    try {
      return await work(await opening);
    } finally {
      inFlight--;
    }
  };
  const find = (opened: SearchIndex, query: FilterQuery, page: Page): Promise<SearchHits> =>
    slicer.run(opened.search({ ...resolve(query), ...page }));
  const hints = (opened: SearchIndex, query: FilterQuery, found: SearchHits) => {
    const filters = resolve(query);
    return hintsOn(query, found, names, {
      search: (other) => find(opened, other, { limit: 0 }),
      titles: async () =>
        (await slicer.run(opened.findTitles(filters))).map((position) => idAt(corpus, position)),
      words: (other) => slicer.run(opened.countWords(resolve(other))),
      facets: opened.facets,
      period: periodOf(corpus),
    });
  };
  return {
    search: (query) =>
      limited(async (opened) => {
        const { limit, sort, after, ...filters } = query;
        const place = after === undefined ? undefined : placeIn(after);
        // One more shows whether there is a next page.
        const page = { sort, after: place, limit: limit + 1 };
        const found = await find(opened, filters, page);
        const positions = found.positions.slice(0, limit);
        const ranks = found.ranks?.slice(0, limit);
        // The first page has said it.
        const said = after === undefined ? await hints(opened, filters, found) : [];
        const answer = { ...found, positions, ranks, hints: said };
        const last = positions.at(-1);
        if (last === undefined || found.positions.length === positions.length) return answer;
        return { ...answer, next: cursorBehind(corpus, last, query, ranks?.at(-1)) };
      }),
    count: (queries) =>
      limited(async (opened) => {
        // Most groupings of one question count the same reviews, which are then counted once.
        const counted = new Map<string, Counts>();
        for (const query of queries) {
          const key = JSON.stringify(query);
          if (counted.has(key)) continue;
          counted.set(key, await slicer.run(opened.count(resolve(query))));
        }
        return queries.flatMap((query) => counted.get(JSON.stringify(query)) ?? []);
      }),
    explain: (query) =>
      limited(async (opened) => hints(opened, query, await find(opened, query, { limit: 0 }))),
  };
}

/** Which page of the hits, in which order. */
type Page = Omit<PageQuery, keyof SearchFilters>;

/** From when to when there are reviews. */
function periodOf({ datePrefixes }: Corpus) {
  const [newest, oldest] = [datePrefixes[0], datePrefixes.at(-1)];
  return newest && oldest && { from: oldest.date, to: newest.date };
}
