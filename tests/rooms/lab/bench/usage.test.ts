import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMegabytes, parseStat } from '../../../../scripts/lab/bench/process/usage.ts';

const TAIL = '4194560 1831 0 3 0 250 17 8 2 20 0 1 0 6213 12345678 900 18446744073709551615';

test('times and parent are read from a line of /proc/PID/stat', () => {
  const stat = { parent: 811, ownTicks: 267, endedChildrenTicks: 10 };
  assert.deepEqual(parseStat(`812 (nginx) S 811 811 700 0 -1 ${TAIL}\n`), stat);
  // The name of a process may hold blanks and parentheses.
  assert.deepEqual(parseStat(`812 (a) S 1 (b) R) S 811 811 700 0 -1 ${TAIL}`), stat);
});

test('any other line is refused', () => {
  for (const text of ['', '812 (nginx', '812 (nginx) S 811', 'No such file or directory']) {
    assert.throws(() => parseStat(text), /no line of \/proc/);
  }
});

test('memory is read from the fields of /proc, and is null without one', () => {
  const status = 'Name:\tnode\nVmPeak:\t  999 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n';
  assert.equal(parseMegabytes(status, 'VmHWM'), 2);
  assert.equal(parseMegabytes('Name:\tnode\nState:\tZ (zombie)\n', 'VmHWM'), null);
  const rollup = '00400000-7fff ---p 00000000 00:00 0 [rollup]\nRss:\t 1536 kB\nPss:\t  512 kB\n';
  assert.equal(parseMegabytes(`${rollup}Pss_Dirty:\t 100 kB\n`, 'Pss'), 0.5);
  assert.equal(parseMegabytes(rollup, 'Rss'), 1.5);
});
