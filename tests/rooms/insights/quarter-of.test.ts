import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quarterOf } from '#insights/quarter-of.ts';

test('a quarter has three months', () => {
  assert.deepEqual(
    ['2026-01-01', '2026-03-31', '2026-04-01', '2026-09-30', '0999-10-01'].map(quarterOf),
    ['2026-Q1', '2026-Q1', '2026-Q2', '2026-Q3', '0999-Q4'],
  );
});
