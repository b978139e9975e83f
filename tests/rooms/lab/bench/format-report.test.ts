import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatRatio,
  formatReport,
  verdictOf,
} from '../../../../scripts/lab/bench/format-report.ts';

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

test('a report may be without ratios and notes', () => {
  const report = { title: 'T', columns: ['a'], rows: [], ratios: [], notes: [] };
  assert.equal(formatReport(report), 'T\n\n  a\n  ─\n');
});

test('an aim is met, not met or not measured', () => {
  assert.equal(verdictOf(ratio(20)), 'met');
  assert.equal(verdictOf(ratio(19.99)), 'NOT MET');
  assert.equal(verdictOf(cost(1)), 'met');
  assert.equal(verdictOf(cost(1.01)), 'NOT MET');
  assert.equal(verdictOf(ratio(null)), 'not measured');
  assert.equal(verdictOf(ratio(Number.NaN)), 'not measured');
});

test('figures have as many digits as they are worth', () => {
  const shown = (value: number) => /: (.*) \(/.exec(formatRatio(ratio(value)))?.[1];
  assert.deepEqual([0, 5, 0.012345, 1.2345, 123.456, 12345.6].map(shown), [
    '0',
    '5',
    '0.0123',
    '1.23',
    '123.5',
    '12,346',
  ]);
});
