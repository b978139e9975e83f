import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { cachedDataVersionTag } from 'node:v8';
import { boundHeaps, collectGarbage, letHeapsGrow } from '../../../sidecar/spare-memory.ts';
import { createFolder } from '../../support/content-folder.ts';

const MODULE = import.meta.resolve('../../../sidecar/spare-memory.ts');
const LINUX = { skip: platform() !== 'linux' && 'only Linux has glibc’s malloc' };

/** A program that spares memory, and then reports how it runs. */
function createProgram(t: TestContext): string {
  const file = join(createFolder(t), 'program.mjs');
  writeFileSync(
    file,
    `import { spareMemory } from '${MODULE}';
     spareMemory(process.env);
     const { MALLOC_ARENA_MAX: arenas, MALLOC_MMAP_THRESHOLD_: threshold, ...others } = process.env;
     const told = { arenas, threshold, parameters: process.argv.slice(2), flags: process.execArgv, pid: process.pid, others };
     if (process.send) process.send(told);
     else console.log(JSON.stringify(told));`,
  );
  return file;
}

function run(t: TestContext, parameters: readonly string[], env: Record<string, string> = {}) {
  const program = [...parameters.slice(0, 1), createProgram(t), ...parameters.slice(1)];
  const { stdout, stderr, pid } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
  assert.equal(stderr, '');
  return { ...JSON.parse(stdout), spawned: pid };
}

test(
  'the program goes on with settings of the allocator and of V8, in its own process and with its parameters',
  LINUX,
  (t) => {
    const { pid, spawned, ...told } = run(t, ['--no-warnings', 'one', 'two'], { HOME: '/' });
    assert.deepEqual(told, {
      arenas: '2',
      threshold: '262144',
      parameters: ['one', 'two'],
      flags: ['--max-semi-space-size=2', '--no-warnings'],
      others: { HOME: '/', MALLOC_TRIM_THRESHOLD_: '16777216' },
    });
    assert.equal(pid, spawned);
  },
);

test('where the settings do not arrive, the program goes on without them, once', LINUX, (t) => {
  const folder = createFolder(t);
  const preload = join(folder, 'preload.mjs');
  // As glibc does in programs with capabilities.
  writeFileSync(
    preload,
    `for (const name of Object.keys(process.env)) if (name.startsWith('MALLOC')) delete process.env[name];`,
  );
  const { arenas, others } = run(t, [`--import=${preload}`]);
  assert.equal(arenas, undefined);
  assert.deepEqual(others, {});
});

test('where the program may not take its own place, it goes on', LINUX, (t) => {
  const env = { NODE_OPTIONS: '--permission --allow-fs-read=*' };
  const { arenas, pid, spawned } = run(t, ['--no-warnings'], env);
  assert.equal(arenas, undefined);
  assert.equal(pid, spawned);
});

test('what an operator has set stays as it is', LINUX, (t) => {
  const own = { MALLOC_ARENA_MAX: '7', NODE_OPTIONS: '--max-semi-space-size=32' };
  const { arenas, threshold, flags } = run(t, ['--no-warnings'], own);
  assert.deepEqual([arenas, threshold, flags], ['7', '262144', ['--no-warnings']]);
});

test('who has forked the program is still spoken with', LINUX, async (t) => {
  const child = fork(createProgram(t), { env: {} });
  const [told] = await once(child, 'message');
  assert.equal(told.arenas, undefined);
  await once(child, 'exit');
});

test('what was released is collected when it is asked for', async () => {
  let isGone = false;
  const registry = new FinalizationRegistry(() => {
    isGone = true;
  });
  (() => registry.register(new Uint8Array(1_000_000), undefined))();
  await setImmediate();
  collectGarbage();
  // V8 reports it in a task of its own, behind those of what else runs in the process.
  for (let round = 0; round < 100 && !isGone; round++) await setImmediate();
  assert.ok(isGone);
});

test('what has been compiled holds again when heaps may grow', () => {
  const before = cachedDataVersionTag();
  collectGarbage();
  assert.equal(cachedDataVersionTag(), before);
  boundHeaps();
  assert.notEqual(cachedDataVersionTag(), before);
  letHeapsGrow();
  assert.equal(cachedDataVersionTag(), before);
});
