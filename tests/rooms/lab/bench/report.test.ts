import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatReport,
  isMet,
  ratioAtMost,
  verdictOf,
} from '../../../../scripts/lab/bench/report.ts';

const ratio = (value: number | null) => ({ what: 'mean', value, aim: { atLeast: 20 } }) as const;
const cost = (value: number | null) => ({ what: 'CPU', value, aim: { atMost: 1 } }) as const;

test('a report is a title, an aligned table, ratios and notes', () => {
  assert.equal(
    formatReport({
      title: 'Search, 10,000 reviews',
      columns: ['who', 'mean µs', 'peer'],
      rows: [
        ['ours', 12.3456, 'Testimony'],
        ['Größe', 1234567, ''],
        ['none', null, 'x'],
      ],
      ratios: [ratio(24.13), cost(null)],
      notes: ['Hugo is not installed.'],
    }),
    [
      'Search, 10,000 reviews',
      '',
      '  who      mean µs  peer',
      '  ─────  ─────────  ─────────',
      '  ours       12.35  Testimony',
      '  Größe  1,234,567',
      '  none           –  x',
      '',
      '  mean: 24.13 (aim ≥ 20): met',
      '  CPU: – (aim ≤ 1): not measured',
      '',
      '  Note: Hugo is not installed.',
      '',
    ].join('\n'),
  );
});

test('figures have as many digits as they are worth', () => {
  const values = [0, 5, 0.012345, 1.2345, 123.456, 12345.6];
  const report = { title: '', columns: [''], rows: values.map((value) => [value]), notes: [] };
  const lines = formatReport({ ...report, ratios: [] })
    .split('\n')
    .slice(2, -1);
  const shown = ['0', '5', '0.0123', '1.23', '123.5', '12,346'];
  assert.deepEqual(
    lines.map((line) => line.trim()),
    shown,
  );
});

for (const { of, verdict } of [
  { of: ratio(20), verdict: 'met' },
  { of: ratio(19.99), verdict: 'NOT MET' },
  { of: cost(1), verdict: 'met' },
  { of: cost(1.01), verdict: 'NOT MET' },
  { of: ratio(null), verdict: 'not measured' },
  { of: cost(Number.NaN), verdict: 'not measured' },
]) {
  test(`${of.what} ${of.value} is ${verdict}`, () => {
    assert.equal(verdictOf(of), verdict);
    assert.equal(isMet(of), verdict === 'met');
  });
}

test('a figure has an aim at the sizes that have one', () => {
  const aims = new Map([[1000, 50]]);
  assert.deepEqual(ratioAtMost('a', 4, aims, 1000), [{ what: 'a', value: 4, aim: { atMost: 50 } }]);
  assert.deepEqual(ratioAtMost('a', 4, aims, 300), []);
});
