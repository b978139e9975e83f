import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Table } from '../../../../scripts/lab/bench/table.ts';

function createTable() {
  const lines: string[] = [];
  const table = new Table((line) => lines.push(line.replaceAll(/ {2,}/g, '  ')));
  return { table, lines };
}

test('a figure is printed when it is added, several samples as their median and their range', () => {
  const { table, lines } = createTable();
  assert.deepEqual(lines, ['work  subject  value']);
  const row = { work: 'save', unit: 'ms' };
  assert.equal(table.row({ ...row, subject: 'ours', value: [9, 10, 1] }), 9);
  assert.equal(lines.at(-1), 'save  ours  9 ms (1 to 10)');
  assert.equal(table.row({ ...row, subject: 'Hugo', value: [4, 1, 3, 2] }), 2.5);
  assert.equal(table.row({ ...row, subject: 'Eleventy', value: 12_345.6 }), 12_345.6);
  assert.deepEqual(lines.slice(2), ['save  Hugo  2.5 ms (1 to 4)', 'save  Eleventy  12,346 ms']);
});

test('an aim is met at its bound, and never by a figure that was not measured', () => {
  const { table, lines } = createTable();
  const work = 'GET';
  const row = { work, subject: 'ours', unit: '/s' };
  table.row({ ...row, value: 700, aim: { atLeast: 700 } });
  table.row({ ...row, value: 699, aim: { atLeast: 700 } });
  table.row({ ...row, value: 700, aim: { atMost: 700 } });
  for (const value of [undefined, []]) {
    assert.equal(table.row({ ...row, value, aim: { atMost: 700 } }), undefined);
  }
  const ratio = { work, subject: 'ours / nginx', aim: { atMost: 1.8 } };
  table.ratio({ ...ratio, of: [18, 10] });
  table.ratio({ ...ratio, of: [18, undefined] });
  table.ratio({ ...ratio, of: [undefined, 10] });
  table.ratio({ ...ratio, of: [18, 0] });
  assert.deepEqual(lines.slice(1), [
    'GET  ours  700 /s  aim ≥ 700: met',
    'GET  ours  699 /s  aim ≥ 700: NOT MET',
    'GET  ours  700 /s  aim ≤ 700: met',
    'GET  ours  not measured  aim ≤ 700: NOT MET',
    'GET  ours  not measured  aim ≤ 700: NOT MET',
    'GET  ours / nginx  1.8 ×  aim ≤ 1.8: met',
    'GET  ours / nginx  not measured  aim ≤ 1.8: NOT MET',
    'GET  ours / nginx  not measured  aim ≤ 1.8: NOT MET',
    'GET  ours / nginx  not measured  aim ≤ 1.8: NOT MET',
  ]);
});

test('where a peer fails, its row says why, and the run goes on', async () => {
  const { table, lines } = createTable();
  const place = { work: 'build', subject: 'Hugo' };
  assert.equal(table.hasFailures, false);
  const result = await table.attempt(place, async () => {
    throw new Error('spawn hugo ENOENT');
  });
  assert.equal(result, undefined);
  assert.equal(await table.attempt(place, async () => 3), 3);
  assert.deepEqual(lines.slice(1), ['build  Hugo  FAILED: spawn hugo ENOENT']);
  assert.equal(table.hasFailures, true);
});
