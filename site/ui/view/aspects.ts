import type { AspectInsight, InsightsDocument, Quote } from '#insights/insights-document.ts';
import type { Counts } from '#search/facet-counts.ts';
import { aspectFacet } from '#search/question/facets.ts';

export const SIDES = ['positive', 'negative'] as const;
export type Side = (typeof SIDES)[number];

/** How many reviews praise an aspect and how many criticise it, as search finds them; some do both. */
export function sideCounts(counts: Counts, aspect: string): Readonly<Record<Side, number>> {
  const count = (side: Side) => counts.of(aspectFacet(aspect, side)).count;
  return { positive: count('positive'), negative: count('negative') };
}

/** The aspects that reviews mention, the most mentioned first. */
export function mentionedAspects(aspects: readonly AspectInsight[]): AspectInsight[] {
  return aspects
    .filter(({ mentionCount }) => mentionCount > 0)
    .sort((a, b) => b.mentionCount - a.mentionCount);
}

/** The best of quotes, which stands first, for either side. */
export function bestQuotes(quotes: readonly Quote[]): readonly Quote[] {
  return SIDES.flatMap((side) => quotes.find(({ sentiment }) => sentiment === side) ?? []);
}

type Benchmark = InsightsDocument['methodology']['benchmarks'][number];

/** Shares from 0 to 1, and of how many texts. */
type MeasuredAccuracy = {
  /** Of sentences that others measure by, where one of two sides is always taken: how many rightly. */
  readonly sentences: { readonly n: number; readonly right: number } | undefined;
  /** Of a set as reviews are published: how many took a side, how many of these rightly. */
  readonly contrasts: Sides | undefined;
  /** The same of clauses that the project wrote itself. */
  readonly ownClauses: Sides | undefined;
};

type Sides = { readonly n: number; readonly taken: number; readonly right: number };

/** The figures that best show how right the model is; undefined where it was not measured. */
export function measuredAccuracy(benchmarks: readonly Benchmark[]): MeasuredAccuracy {
  const find = (dataset: string, metric: string) =>
    benchmarks.find((each) => each.dataset === dataset && each.metric === metric);
  const sidesOf = (dataset: string): Sides | undefined => {
    const taken = find(`${dataset}, as published`, 'sidesTaken');
    const right = find(`${dataset}, as published`, 'accuracyOfSides');
    return taken && right && { n: taken.n, taken: taken.value, right: right.value };
  };
  const sentences = find('UCI sentences, all three held out', 'accuracy');
  return {
    sentences: sentences && { n: sentences.n, right: sentences.value },
    contrasts: sidesOf('MAMS-ACSA validation'),
    ownClauses: sidesOf('legal clauses written for this project'),
  };
}
