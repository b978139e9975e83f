import assert from 'node:assert/strict';
import { platform } from 'node:os';
import { test } from 'node:test';
import { startChild } from '../../../../../scripts/lab/bench/process/child.ts';
import {
  readTreeMegabytes,
  waitForQuiet,
} from '../../../../../scripts/lab/bench/process/process-tree.ts';
import { readProcessTree } from '../../../../../scripts/lab/bench/process/process-usage.ts';
import { waitUntil } from '../../../../support/wait-until.ts';

const skip = platform() !== 'linux' && 'it reads /proc';
/** A process with a child that keeps one processor busy. */
const BUSY_PARENT = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
process.once('SIGTERM', () => { child.kill('SIGKILL'); process.exit(); });
console.log('ready');
`;

test('a tree has the children of a process, and knows whether they work', { skip }, async () => {
  await using parent = await startChild(process.execPath, ['--eval', BUSY_PARENT]);
  await waitUntil('it runs', () => parent.output().includes('ready'));
  const [root, child, ...more] = readProcessTree(parent.pid);
  assert.equal(root?.pid, parent.pid);
  assert.ok(child && more.length === 0);
  assert.equal(await waitForQuiet(parent.pid, 500), false);
  const [both, one] = [readTreeMegabytes(parent.pid), readTreeMegabytes(child.pid)];
  assert.ok(both !== null && one !== null && both > one && one > 1);
  process.kill(child.pid, 'SIGKILL');
  assert.equal(await waitForQuiet(parent.pid, 30_000), true);
});

test('a process that is not there has no tree', () => {
  assert.deepEqual(readProcessTree(2 ** 30), []);
  assert.equal(readTreeMegabytes(2 ** 30), null);
});
