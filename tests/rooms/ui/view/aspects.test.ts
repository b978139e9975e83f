import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bestAndOtherQuotes,
  measuredAccuracy,
  mentionedAspects,
} from '../../../../site/ui/view/aspects.ts';
import { aspectOf } from '../../insights/aspect-of.ts';

test('aspects stand in the order of their mentions, those that nobody mentions are left out', () => {
  const aspects = [
    aspectOf({ id: 'price', mentionCount: 1 }),
    aspectOf({ id: 'speed', mentionCount: 0 }),
    aspectOf({ id: 'staff', mentionCount: 3 }),
  ];

  assert.deepEqual(
    mentionedAspects(aspects).map(({ id }) => id),
    ['staff', 'price'],
  );
});

const { quotes } = aspectOf({});
const several = [...quotes, ...quotes].map((quote, index) => ({ ...quote, start: index }));

test('the first quote of either side is the best one, praise before criticism', () => {
  const { best, others } = bestAndOtherQuotes(several.toReversed());

  assert.deepEqual(
    best.map(({ sentiment, start }) => [sentiment, start]),
    [
      ['positive', 2],
      ['negative', 3],
    ],
  );
  assert.deepEqual(
    others.map(({ start }) => start),
    [1, 0],
  );
});

test('one side alone has one best quote', () => {
  const praise = several.filter(({ sentiment }) => sentiment === 'positive');

  const { best, others } = bestAndOtherQuotes(praise);

  assert.deepEqual([best.length, others.length], [1, 1]);
  assert.deepEqual(bestAndOtherQuotes([]), { best: [], others: [] });
});

const benchmarkOf = (dataset: string, metric: string, value: number, n: number) => ({
  dataset,
  metric,
  value,
  n,
});

test('of sentences the accuracy on all is told, of other sets the published sides', () => {
  const benchmarks = [
    benchmarkOf('UCI sentences, yelp held out', 'accuracy', 0.1, 1000),
    benchmarkOf('UCI sentences, all three held out', 'macroF1', 0.2, 3000),
    benchmarkOf('UCI sentences, all three held out', 'accuracy', 0.9, 3000),
    benchmarkOf('MAMS-ACSA validation, as published', 'sidesTaken', 0.5, 800),
    benchmarkOf('MAMS-ACSA validation, as published', 'accuracyOfSides', 0.7, 400),
    benchmarkOf('legal clauses written for this project', 'accuracy', 0.3, 230),
    benchmarkOf('legal clauses written for this project, as published', 'sidesTaken', 0.65, 230),
    benchmarkOf('legal clauses written for this project, as published', 'accuracyOfSides', 0.91, 9),
  ];
  assert.deepEqual(measuredAccuracy(benchmarks), {
    sentences: { n: 3000, right: 0.9 },
    contrasts: { n: 800, taken: 0.5, right: 0.7 },
    ownClauses: { n: 230, taken: 0.65, right: 0.91 },
  });
});

test('of what was not measured nothing is told', () => {
  assert.deepEqual(measuredAccuracy([benchmarkOf('MAMS-ACSA validation', 'accuracy', 0.5, 5)]), {
    sentences: undefined,
    contrasts: undefined,
    ownClauses: undefined,
  });
});
