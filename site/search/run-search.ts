import { type Columns, idAt } from './corpus/columns.ts';
import type { Counts } from './facet-counts.ts';
import { type Hint, hintsOn } from './hints.ts';
import type { SearchIndexData } from './index/index-data.ts';
import { SearchIndex } from './index/search-index.ts';
import { cursorBehind, placeIn } from './question/cursor.ts';
import { type EntityNames, resolveNames } from './question/names.ts';
import type { FilterQuery, SearchQuery } from './question/search-query.ts';
import type { PageQuery, SearchFilters, SearchHits } from './search.ts';

/** A page of results. */
export type SearchAnswer = SearchHits & {
  /** The cursor of the next page; undefined on the last one. */
  readonly next?: string | undefined;
  /** Hints at more, where little was found. */
  readonly hints?: readonly Hint[] | undefined;
};

/** The index, and the source of the answers. */
type Searched = {
  readonly index: Promise<SearchIndexData>;
  readonly corpus: Columns;
  readonly names: EntityNames;
  /** Lets other work of the thread come before the next question. */
  readonly pause?: () => Promise<unknown>;
};

/** The questions that one release answers. */
export type Questions = {
  readonly search: (query: SearchQuery) => Promise<SearchAnswer>;
  /** Counts the results of each of some questions, equal ones once. */
  readonly count: (queries: readonly FilterQuery[]) => Promise<readonly Counts[]>;
  /** Returns hints on finding more than a question does. */
  readonly explain: (query: FilterQuery) => Promise<readonly Hint[]>;
};

/** Makes the functions that answer questions; they wait for the index. */
export function createSearch({
  index,
  corpus,
  names,
  pause = async () => {},
}: Searched): Questions {
  const opening = index.then((data) => new SearchIndex(data, corpus));
  // Prevents an unhandled rejection if no question is asked.
  opening.catch(() => {});
  const resolve = (query: FilterQuery) => resolveNames(query, names);
  const turn = takeTurns(pause);
  const afterPause = async () => {
    await turn();
    return opening;
  };
  const find = async (
    query: FilterQuery,
    page: Omit<PageQuery, keyof SearchFilters>,
  ): Promise<SearchHits> => (await afterPause()).search({ ...resolve(query), ...page });
  const hints = async (query: FilterQuery, found: SearchHits) => {
    const { facets } = await opening;
    return hintsOn(query, found, names, {
      search: (other) => find(other, { limit: 0 }),
      titles: async (other) =>
        (await afterPause()).findTitles(resolve(other)).map((position) => idAt(corpus, position)),
      words: async (other) => (await afterPause()).countWords(resolve(other)),
      facets: () => facets,
      period: periodOf(corpus),
    });
  };
  return {
    search: async (query) => {
      const { limit, sort, after, ...filters } = query;
      const place = after === undefined ? undefined : placeIn(after);
      // One more shows whether there is a next page.
      const found = await find(filters, { sort, after: place, limit: limit + 1 });
      const positions = found.positions.slice(0, limit);
      const ranks = found.ranks?.slice(0, limit);
      // The first page has the hints.
      const said = after === undefined ? await hints(filters, found) : [];
      const answer = { ...found, positions, ranks, hints: said };
      const last = positions.at(-1);
      if (last === undefined || found.positions.length === positions.length) return answer;
      return { ...answer, next: cursorBehind(corpus, last, query, ranks?.at(-1)) };
    },
    count: async (queries) => {
      // Most groupings of one question count the same reviews, which are then counted once.
      const counted = new Map<string, Counts>();
      for (const query of queries) {
        const key = JSON.stringify(query);
        if (counted.has(key)) continue;
        counted.set(key, (await afterPause()).count(resolve(query)));
      }
      return queries.flatMap((query) => counted.get(JSON.stringify(query)) ?? []);
    },
    explain: async (query) => hints(query, await find(query, { limit: 0 })),
  };
}

/** Makes a function that waits until a pause after all earlier calls, however many come at once. */
export function takeTurns(pause: () => Promise<unknown>): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(pause);
    return last;
  };
}

/** The dates of the first and the last review. */
function periodOf({ datePrefixes }: Columns) {
  const [newest, oldest] = [datePrefixes[0], datePrefixes.at(-1)];
  return newest && oldest && { from: oldest.date, to: newest.date };
}
