import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../scripts/lab/bench/bench-report.ts';
import { listRatios } from '../../../../scripts/lab/bench/build.ts';

const verdicts = (seconds: Readonly<Record<string, number>>) =>
  listRatios((id) => seconds[id] ?? null).map(isMet);

test('all codings are held against Eleventy, and identity alone against twice what Hugo takes', () => {
  const peers = { eleventy: 6, hugo: 3 };
  assert.deepEqual(verdicts({ ...peers, testimony: 6, identity: 6 }), [true, true]);
  assert.deepEqual(verdicts({ ...peers, testimony: 6.1, identity: 6.1 }), [false, false]);
});

test('a builder that was not measured meets nothing', () => {
  assert.deepEqual(verdicts({ testimony: 1, identity: 1 }), [false, false]);
});
