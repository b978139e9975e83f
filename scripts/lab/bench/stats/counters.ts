import { z } from 'zod';
import { fold } from '#dataset/text/fold.ts';
import { countDocument, createCounts } from '#search/facet-counts.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { createResolver } from '#search/question/names.ts';
import type { StatsQuery } from '#search/question/stats-query.ts';
import type { Count } from '#search/run-search.ts';
import { createMatcher, type SearchDocument } from '#search/search.ts';
import { assembleStats, countReviews } from '#search/stats.ts';
import { type Figures, figuresOf, NAMES } from './count-questions.ts';

type Counter = {
  readonly count: (question: StatsQuery) => Counted | Promise<Counted>;
  readonly close?: () => void;
};

type Counted = {
  readonly figures: Figures;
  /** The longest that the event loop was held, in milliseconds, where others can run between. */
  readonly longestStep?: number;
};

export type OpenCounter = (documents: Iterable<SearchDocument>) => Counter;

/** The subjects, ours first. All have to find the same. */
export const COUNTERS = [
  { id: 'ours', label: 'Testimony' },
  { id: 'sqlite', label: 'SQLite' },
  { id: 'naive', label: 'naive scan' },
] as const;

/** What the process of a subject writes, by question. */
export const Outcome = z.object({
  buildSeconds: z.number(),
  milliseconds: z.array(z.number()),
  longestSteps: z.array(z.number().nullable()),
  figures: z.array(z.looseObject({ total: z.number() })),
});

export type Outcome = z.infer<typeof Outcome>;

const resolve = createResolver(NAMES);

function filtersOf(query: Parameters<typeof resolve>[0]) {
  return resolve(query) ?? {};
}

/** What the service does, without pauses between the steps. */
export const openOurCounter: OpenCounter = (documents) => {
  const index = new SearchIndex(buildSearchIndex(documents));
  return {
    count: async (question) => {
      let longestStep = 0;
      let start = performance.now();
      const pause = () => {
        const now = performance.now();
        longestStep = Math.max(longestStep, now - start);
        start = now;
      };
      const count: Count = async (queries) =>
        queries.map((query) => {
          const steps = index.countInSteps(filtersOf(query));
          for (;;) {
            const step = steps.next();
            pause();
            if (step.done === true) return step.value;
          }
        });
      const stats = await countReviews(question, { count, explain: async () => [], names: NAMES });
      pause();
      return stats === 'busy' ? refuse() : { figures: figuresOf(stats), longestStep };
    },
  };
};

function refuse(): never {
  throw new Error('Nothing else runs.');
}

/** A look at each document, its text folded beforehand: what the others have to equal. */
export const openNaiveCounter: OpenCounter = (documents) => {
  const folded: SearchDocument[] = [];
  for (const document of documents) folded.push({ ...document, body: fold(document.body) });
  return {
    count: (question) => {
      const known = new Map<string, ReturnType<typeof createCounts>>();
      const countsOf: Parameters<typeof assembleStats>[1] = (query) => {
        const key = JSON.stringify(query);
        const counts = known.get(key) ?? createCounts();
        if (known.has(key)) return counts;
        known.set(key, counts);
        const matches = createMatcher(filtersOf(query), (body) => body);
        for (const document of folded) if (matches(document)) countDocument(counts, document);
        return counts;
      };
      return { figures: figuresOf(assembleStats(question, countsOf, NAMES)) };
    },
  };
};
