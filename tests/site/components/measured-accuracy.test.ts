import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredAccuracy } from '../../../site/components/measured-accuracy.ts';

const benchmarkOf = (dataset: string, metric: string, value: number, n: number) => ({
  dataset,
  metric,
  value,
  n,
});

test('of legal clauses the published sides are told, of UCI sentences the accuracy on all', () => {
  const benchmarks = [
    benchmarkOf('UCI sentences, yelp held out', 'accuracy', 0.1, 1000),
    benchmarkOf('UCI sentences, all three held out', 'macroF1', 0.2, 3000),
    benchmarkOf('UCI sentences, all three held out', 'accuracy', 0.9, 3000),
    benchmarkOf('legal clauses', 'accuracy', 0.3, 230),
    benchmarkOf('legal clauses, as published', 'accuracy', 0.4, 230),
    benchmarkOf('legal clauses, as published', 'sidesTaken', 0.65, 230),
    benchmarkOf('legal clauses, as published', 'accuracyOfSides', 0.91, 150),
  ];
  assert.deepEqual(measuredAccuracy(benchmarks), {
    clauses: { n: 230, taken: 0.65, right: 0.91 },
    sentences: { n: 3000, right: 0.9 },
  });
});

test('of what was not measured nothing is told', () => {
  assert.deepEqual(measuredAccuracy([benchmarkOf('MAMS validation', 'accuracy', 0.5, 5)]), {
    clauses: undefined,
    sentences: undefined,
  });
});
