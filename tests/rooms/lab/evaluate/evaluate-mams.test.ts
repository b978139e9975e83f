import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateMams } from '../../../../scripts/lab/evaluate/evaluate-mams.ts';
import { analysis, LIST, says } from './stand-ins.ts';

test('The model judges each aspect of a sentence, its peers the sentence as a whole', () => {
  const lines = [
    says('bad food but good staff, great, great', 'food', 'negative'),
    says('bad food but good staff, great, great', 'staff', 'positive'),
  ];
  const { benchmarks, peers } = evaluateMams(lines, LIST, analysis);
  const accuracies = [...benchmarks, ...peers].filter(({ metric }) => metric === 'accuracy');
  assert.deepEqual(
    accuracies.map(({ value, n }) => [value, n]),
    [
      [1, 2],
      [1, 2],
      [0.5, 2],
      [0.5, 2],
    ],
  );
  const f1 = benchmarks.find(({ metric }) => metric === 'aspectF1');
  assert.deepEqual([f1?.value, f1?.n], [1, 1]);
});
