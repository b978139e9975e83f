import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datesOf } from '../../../../../scripts/lab/bench/since/slices.ts';

test('slices end with the newest review, whatever the order', () => {
  const reviews = ['2026-03-01', '2019-12-31', '2026-03-15'].map((datePublished) => ({
    datePublished,
  }));
  assert.deepEqual(datesOf(reviews), {
    day: '2026-03-15',
    month: '2026-02-13',
    year: '2025-03-15',
    everything: '2019-12-31',
  });
});
