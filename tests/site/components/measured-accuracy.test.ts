import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredAccuracy } from '../../../site/components/measured-accuracy.ts';

const benchmarkOf = (dataset: string, metric: string, n: number) => ({
  dataset,
  metric,
  value: 0.9,
  n,
});

test('of legal clauses and of UCI sentences the accuracy on the largest set is told', () => {
  const benchmarks = [
    benchmarkOf('UCI sentences, yelp held out', 'accuracy', 1000),
    benchmarkOf('UCI sentences, all three held out', 'accuracy', 3000),
    benchmarkOf('MAMS validation', 'accuracy', 9000),
    benchmarkOf('legal clauses that take one side or none', 'accuracy', 200),
    benchmarkOf('legal clauses', 'f1', 900),
    benchmarkOf('legal clauses', 'accuracy', 230),
  ];

  assert.deepEqual(
    measuredAccuracy(benchmarks).map(({ dataset, metric }) => [dataset, metric]),
    [
      ['legal clauses', 'accuracy'],
      ['UCI sentences, all three held out', 'accuracy'],
    ],
  );
});

test('of what was not measured nothing is told', () => {
  assert.deepEqual(measuredAccuracy([benchmarkOf('MAMS validation', 'accuracy', 5)]), []);
});
