import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAnswers } from '../../../../scripts/lab/bench/load.ts';
import { Table } from '../../../../scripts/lab/bench/table.ts';

test('an aim is met at its bound, and never by a figure that was not measured', () => {
  const lines: string[] = [];
  const table = new Table((line) => lines.push(line.replaceAll(/ {2,}/g, '  ')));
  const [work, unit] = ['GET', 'ms'];
  const figures = { Testimony: [9, 10, 1], nginx: [5], Hugo: [4, 1, 3, 2] };
  const ratios = { nginx: { atMost: 1.8 }, Hugo: { atLeast: 3 } };
  assert.equal(table.compare({ work, unit, figures, aim: { atMost: 9 }, ratios }), 9);
  table.compare({ work, unit, figures: { Testimony: [12_345.6] }, aim: { atLeast: 12_345.6 } });
  table.compare({ work, unit, figures: { Testimony: [] }, aim: { atMost: 700 } });
  assert.deepEqual(lines.slice(1), [
    'GET  Testimony  9 ms (1 to 10)  aim ≤ 9: met',
    'GET  nginx  5 ms',
    'GET  Hugo  2.5 ms (1 to 4)',
    'GET  Testimony / nginx  1.8 ×  aim ≤ 1.8: met',
    'GET  Hugo / Testimony  0.278 ×  aim ≥ 3: NOT MET',
    'GET  Testimony  12,346 ms  aim ≥ 12,346: met',
    'GET  Testimony  NaN ms  aim ≤ 700: NOT MET',
  ]);
});

test('answers count by their status: any other, an error or no answer at all is refused', () => {
  const statusCodeStats = { 304: { count: 12 } };
  assert.equal(countAnswers({ errors: 0, statusCodeStats }, 304), 12);
  for (const [stats, errors] of [
    [{ 200: { count: 3 }, ...statusCodeStats }, 0],
    [statusCodeStats, 2],
    [{}, 0],
  ] as const) {
    assert.throws(() => countAnswers({ errors, statusCodeStats: stats }, 304), /answered 304/);
  }
});
