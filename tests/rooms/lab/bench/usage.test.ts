import assert from 'node:assert/strict';
import { platform } from 'node:os';
import { test } from 'node:test';
import { startChild } from '../../../../scripts/lab/bench/process/process.ts';
import {
  MemoryWatch,
  parseMegabytes,
  parseStat,
  readCpuSeconds,
  readLoopSeconds,
  readPeakMegabytes,
  readProcessTree,
  readTreeMegabytes,
  waitForQuiet,
} from '../../../../scripts/lab/bench/process/usage.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const skip = platform() !== 'linux' && 'it reads /proc';
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

test('this process has taken time and memory, and a missing one none', { skip }, () => {
  const [loop, all] = [readLoopSeconds(process.pid), readCpuSeconds(process.pid)];
  assert.ok(loop !== null && all !== null && loop > 0 && loop <= all);
  assert.ok((readPeakMegabytes(process.pid) ?? 0) > 1);
  for (const read of [readCpuSeconds, readLoopSeconds, readPeakMegabytes, readTreeMegabytes]) {
    assert.equal(read(2 ** 30), null);
  }
  assert.deepEqual(readProcessTree(2 ** 30), []);
});

/** A process with a child that keeps one processor busy. */
const BUSY_PARENT = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
process.once('SIGTERM', () => { child.kill('SIGKILL'); process.exit(); });
console.log('ready');
`;

test('a tree has the children of a process, their work and their memory', { skip }, async () => {
  await using parent = await startChild(process.execPath, ['--eval', BUSY_PARENT]);
  await waitUntil('it runs', () => parent.output().includes('ready'));
  using watch = new MemoryWatch(parent.pid, 10, ['Pss', 'Rss']);
  const [root, child, ...more] = readProcessTree(parent.pid);
  assert.equal(root?.pid, parent.pid);
  assert.ok(child && more.length === 0);
  assert.equal(await waitForQuiet(parent.pid, 500), false);
  const [both, one] = [readTreeMegabytes(parent.pid), readTreeMegabytes(child.pid)];
  assert.ok(both !== null && one !== null && both > one && one > 1);
  const { Pss: peak, Rss: resident } = watch.takePeak();
  assert.ok(peak !== null && resident !== null && peak >= both * 0.9 && peak <= resident);
  process.kill(child.pid, 'SIGKILL');
  assert.equal(await waitForQuiet(parent.pid, 30_000), true);
  await parent.ended;
  watch.takePeak();
  assert.deepEqual(watch.takePeak(), { Pss: null, Rss: null }, 'a peak is of its own stretch');
});
