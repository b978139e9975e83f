import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAnswers } from '../../../../scripts/lab/bench/load.ts';
import { Table } from '../../../../scripts/lab/bench/table.ts';

test('an aim is met at its bound, and never by a figure that was not measured', async () => {
  const lines: string[] = [];
  const table = new Table((line) => lines.push(line.replaceAll(/ {2,}/g, '  ')));
  const row = { work: 'GET', subject: 'ours', unit: '/s' };
  assert.equal(table.row({ ...row, value: [9, 10, 1], aim: { atMost: 9 } }), 9);
  table.row({ ...row, value: [4, 1, 3, 2], aim: { atMost: 2 } });
  table.row({ ...row, value: 12_345.6, aim: { atLeast: 12_345.6 } });
  for (const value of [undefined, []]) table.row({ ...row, value, aim: { atMost: 700 } });
  for (const nginx of [10, undefined, 0]) {
    table.ratio({ work: 'GET', subject: 'ours / nginx', aim: { atMost: 1.8 }, of: [18, nginx] });
  }
  assert.equal(table.hasFailures, false);
  await table.attempt(row, () => Promise.reject(new Error('spawn hugo ENOENT')));
  assert.equal(table.hasFailures, true);
  assert.deepEqual(lines.slice(1), [
    'GET  ours  9 /s (1 to 10)  aim ≤ 9: met',
    'GET  ours  2.5 /s (1 to 4)  aim ≤ 2: NOT MET',
    'GET  ours  12,346 /s  aim ≥ 12,346: met',
    'GET  ours  not measured  aim ≤ 700: NOT MET',
    'GET  ours  not measured  aim ≤ 700: NOT MET',
    'GET  ours / nginx  1.8 ×  aim ≤ 1.8: met',
    'GET  ours / nginx  not measured  aim ≤ 1.8: NOT MET',
    'GET  ours / nginx  not measured  aim ≤ 1.8: NOT MET',
    'GET  ours  FAILED: spawn hugo ENOENT',
  ]);
});

test('answers count by their status: any other, an error or no answer at all is refused', () => {
  assert.equal(countAnswers({ errors: 0, statuses: { 304: 12 } }, 304), 12);
  for (const [statuses, errors, message] of [
    [{ 200: 3, 304: 9 }, 0, /it answered 3 × 200 instead of 304/],
    [{ 304: 9 }, 2, /2 requests failed/],
    [{}, 0, /it answered nothing/],
  ] as const) {
    assert.throws(() => countAnswers({ errors, statuses }, 304), message);
  }
});
