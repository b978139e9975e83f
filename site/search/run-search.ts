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

/** How long tasks may hold the thread between two pauses, all together. */
export const SLICE_MILLISECONDS = 3;

/** What a time slicer needs of the process. */
type SlicerDeps = {
  /** A clock in milliseconds, such as `performance.now`. */
  readonly now: () => number;
  /** Lets everything else that is due run, such as `setImmediate` of node:timers/promises. */
  readonly pause: () => Promise<unknown>;
};

/** Does one step of a task; true if it was the last. */
type Step = () => boolean;

/**
 * Runs tasks concurrently on one thread: round robin, a step of each at a time, pausing once
 * SLICE_MILLISECONDS are exceeded, however many tasks there are. A short task thus does not wait for a
 * long one, nor anything else for either.
 */
export class TimeSlicer {
  readonly #deps: SlicerDeps;
  readonly #tasks: Step[] = [];
  #running = false;

  constructor(deps: SlicerDeps) {
    this.#deps = deps;
  }

  /** Runs a task to its end. The first slice is immediate if no other task is in flight. */
  run<Result>(steps: Generator<undefined, Result, undefined>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#tasks.push(() => {
      try {
        const step = steps.next();
        if (step.done === true) resolve(step.value);
        return step.done === true;
      } catch (error) {
        reject(error);
        return true;
      }
    });
    if (!this.#running) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#running = true;
    const { now, pause } = this.#deps;
    while (this.#tasks.length > 0) {
      const end = now() + SLICE_MILLISECONDS;
      let task = this.#tasks.shift();
      while (task !== undefined) {
        if (!task()) this.#tasks.push(task);
        task = now() < end ? this.#tasks.shift() : undefined;
      }
      await pause();
    }
    this.#running = false;
  }
}

/** A page of what was found. */
export type SearchAnswer = SearchHits & {
  /** The cursor of the next page; undefined on the last one. */
  readonly next?: string | undefined;
  /** How to find more, where little was found. */
  readonly hints?: readonly Hint[] | undefined;
};

/** Searches the reviews of one release. */
export type Search = (query: SearchQuery) => Promise<SearchAnswer>;

/** Counts what is found by each of some questions about one release, equal ones once. */
export type Count = (queries: readonly FilterQuery[]) => Promise<readonly Counts[]>;

/** Says how to find more than a question does. */
type Explain = (query: FilterQuery) => Promise<readonly Hint[]>;

// Shared by all releases, as the event loop is.
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
  const find = async (query: FilterQuery, page: Page): Promise<SearchHits> =>
    slicer.run((await opening).search({ ...resolve(query), ...page }));
  const hints = async (query: FilterQuery, found: SearchHits) => {
    const opened = await opening;
    const filters = resolve(query);
    return hintsOn(query, found, names, {
      search: (other) => find(other, { limit: 0 }),
      titles: async () =>
        (await slicer.run(opened.findTitles(filters))).map((position) => idAt(corpus, position)),
      words: (other) => slicer.run(opened.countWords(resolve(other))),
      facets: () => opened.facets,
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
      // The first page has said it.
      const said = after === undefined ? await hints(filters, found) : [];
      const answer = { ...found, positions, ranks, hints: said };
      const last = positions.at(-1);
      if (last === undefined || found.positions.length === positions.length) return answer;
      return { ...answer, next: cursorBehind(corpus, last, query, ranks?.at(-1)) };
    },
    count: async (queries) => {
      const opened = await opening;
      // Most groupings of one question count the same reviews, which are then counted once.
      const counted = new Map<string, Counts>();
      for (const query of queries) {
        const key = JSON.stringify(query);
        if (counted.has(key)) continue;
        counted.set(key, await slicer.run(opened.count(resolve(query))));
      }
      return queries.flatMap((query) => counted.get(JSON.stringify(query)) ?? []);
    },
    explain: async (query) => hints(query, await find(query, { limit: 0 })),
  };
}

/** Which page of the hits, in which order. */
type Page = Omit<PageQuery, keyof SearchFilters>;

/** From when to when there are reviews. */
function periodOf({ datePrefixes }: Corpus) {
  const [newest, oldest] = [datePrefixes[0], datePrefixes.at(-1)];
  return newest && oldest && { from: oldest.date, to: newest.date };
}
