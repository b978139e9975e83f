import assert from 'node:assert/strict';
import { platform } from 'node:os';
import { test } from 'node:test';
import {
  parseMemoryBytes,
  parsePeakBytes,
  parseStat,
  readCpuSeconds,
  readLoopSeconds,
  readMemoryBytes,
  readPeakBytes,
} from '../../../../../scripts/lab/bench/process/process-usage.ts';

const TAIL = '4194560 1831 0 3 0 250 17 8 2 20 0 1 0 6213 12345678 900 18446744073709551615';

test('times and parent are read from a line of /proc/PID/stat', () => {
  assert.deepEqual(parseStat(`812 (nginx) S 811 811 700 0 -1 ${TAIL}\n`), {
    parent: 811,
    ownTicks: 267,
    endedChildrenTicks: 10,
  });
});

test('the name of a process may hold blanks and parentheses', () => {
  assert.equal(parseStat(`812 (a) S 1 (b) R) S 811 811 700 0 -1 ${TAIL}`).parent, 811);
});

test('what is no such line is refused', () => {
  for (const text of ['', '812 (nginx', '812 (nginx) S 811', 'No such file or directory']) {
    assert.throws(() => parseStat(text), /no line of \/proc/);
  }
});

test('the peak of memory is read from /proc/PID/status, and is null without one', () => {
  const status = 'Name:\tnode\nVmPeak:\t  999 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n';
  assert.equal(parsePeakBytes(status), 2048 * 1024);
  assert.equal(parsePeakBytes('Name:\tnode\nState:\tZ (zombie)\n'), null);
});

test('the share of memory is read from /proc/PID/smaps_rollup, and is null without one', () => {
  const rollup = '00400000-7fff ---p 00000000 00:00 0 [rollup]\nRss:\t 900 kB\nPss:\t  512 kB\n';
  assert.equal(parseMemoryBytes(`${rollup}Pss_Dirty:\t 100 kB\n`, 'Pss'), 512 * 1024);
  assert.equal(parseMemoryBytes(rollup, 'Rss'), 900 * 1024);
  assert.equal(parseMemoryBytes('', 'Pss'), null);
});

test('this process has taken time and memory, and one that does not exist none', {
  skip: platform() !== 'linux',
}, () => {
  assert.ok((readCpuSeconds(process.pid) ?? 0) > 0);
  const [loop, all] = [readLoopSeconds(process.pid), readCpuSeconds(process.pid)];
  assert.ok(loop !== null && all !== null && loop > 0 && loop <= all);
  assert.ok((readPeakBytes(process.pid) ?? 0) > 1e6);
  assert.ok((readMemoryBytes(process.pid, 'Pss') ?? 0) > 1e6);
  assert.equal(readCpuSeconds(2 ** 31), null);
  assert.equal(readLoopSeconds(2 ** 31), null);
  assert.equal(readPeakBytes(2 ** 31), null);
  assert.equal(readMemoryBytes(2 ** 31, 'Pss'), null);
});
