import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  probeEnvironment,
  readThreads,
} from '../../../../../scripts/lab/bench/memory/thread-memory.ts';
import { createFolder } from '../../../../support/content-folder.ts';

const MEGABYTES = 40;
/** Ends when both threads have written, the other one after it has taken its buffers. */
const PROGRAM = `
import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
const source = 'globalThis.held = Buffer.alloc(${MEGABYTES} * 2 ** 20); setInterval(() => {}, 1000);';
const worker = new Worker(source, { eval: true, name: 'page coder' });
const looking = setInterval(() => {
  if (readdirSync(process.env.MEMORY_PROBE_FOLDER).length < 2) return;
  clearInterval(looking);
  worker.terminate();
}, 10);`;

test('each thread tells what it holds, under its name, the server first', (t) => {
  const folder = createFolder(t);
  const env = { ...process.env, ...probeEnvironment(folder) };
  const args = ['--input-type=module', '-e', PROGRAM];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const threads = readThreads(folder);
  assert.deepEqual(
    threads.map(({ name }) => name),
    ['server', 'page coder'],
  );
  const [server, coder] = threads;
  assert.ok(server && coder);
  assert.ok(coder.buffers >= MEGABYTES && coder.buffers < MEGABYTES + 10, `${coder.buffers}`);
  assert.ok(server.buffers < 10, `${server.buffers}`);
  for (const { used, reserved } of threads) assert.ok(1 < used && used <= reserved);

  assert.deepEqual(readThreads(folder, Date.now() + 60_000), [], 'they have ended long ago');
  const [first = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, first), 'utf8');
  writeFileSync(join(folder, first), text.slice(0, 20));
  assert.equal(readThreads(folder).length, 1, 'what is half written is left out');
});
