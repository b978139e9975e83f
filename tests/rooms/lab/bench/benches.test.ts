import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRatios } from '../../../../scripts/lab/bench/build/build.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';
import { datesOf } from '../../../../scripts/lab/bench/since.ts';

test('all codings are held against Eleventy, and identity alone against twice the time of Hugo', () => {
  const verdicts = (seconds: Readonly<Record<string, number>>) =>
    listRatios((id) => seconds[id] ?? null).map(isMet);
  const peers = { eleventy: 6, hugo: 3 };
  assert.deepEqual(verdicts({ ...peers, testimony: 6, identity: 6 }), [true, true]);
  assert.deepEqual(verdicts({ ...peers, testimony: 6.1, identity: 6.1 }), [false, false]);
  assert.deepEqual(verdicts({ testimony: 1, identity: 1 }), [false, false]);
});

test('slices end with the newest review, whatever the order', () => {
  const dates = ['2026-03-01', '2019-12-31', '2026-03-15'];
  assert.deepEqual(datesOf(dates.map((datePublished) => ({ datePublished }))), {
    day: '2026-03-15',
    month: '2026-02-13',
    year: '2025-03-15',
    everything: '2019-12-31',
  });
});
