import type { InsightsDocument } from '#insights/insights-document.ts';

type Benchmark = InsightsDocument['methodology']['benchmarks'][number];

/** What tells readers most: clauses as reviews here hold them, and a set that others measure by. */
const DATASETS = ['legal clauses', 'UCI sentences'];

/** How often the model was right: of each of these kinds of data, the largest set. */
export function measuredAccuracy(benchmarks: readonly Benchmark[]): Benchmark[] {
  return DATASETS.flatMap((kind) =>
    benchmarks
      .filter(({ dataset, metric }) => metric === 'accuracy' && dataset.startsWith(kind))
      .sort((a, b) => b.n - a.n)
      .slice(0, 1),
  );
}
