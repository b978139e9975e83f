import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChild } from '../../../../../scripts/lab/bench/process/child.ts';
import { DelayProbe } from '../../../../../scripts/lab/bench/publish/delay-probe.ts';
import { createFolder } from '../../../../support/content-folder.ts';
import { waitUntil } from '../../../../support/wait-until.ts';

const BLOCK_MS = 300;

/** Blocks its event loop once, when it is told to go on. */
const PROGRAM = `
process.once('SIGHUP', () => {
  setTimeout(() => {
    const end = performance.now() + ${BLOCK_MS};
    while (performance.now() < end);
    console.log('done');
  }, 50);
});
setInterval(() => {}, 1000);
console.log('ready');
`;

test('a process reports its delays since the last time, apart from those before', async (t) => {
  const probe = new DelayProbe(createFolder(t));
  const { environment } = probe;
  const args = [...probe.nodeArguments, '--eval', PROGRAM];
  await using child = await startChild(process.execPath, args, { environment });
  await waitUntil('it runs', () => child.output().includes('ready'));
  await probe.take(child.pid);
  process.kill(child.pid, 'SIGHUP');
  await waitUntil('it has blocked', () => child.output().includes('done'));
  const blocked = await probe.take(child.pid);
  assert.ok(blocked.count > 0 && blocked.max >= BLOCK_MS * 0.9);
  const after = await probe.take(child.pid);
  assert.equal(after.number, 3);
  assert.ok(after.max < blocked.max);
});
