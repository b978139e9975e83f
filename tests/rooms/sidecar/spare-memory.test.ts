import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
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

/** A program that spares memory, and then reports how large a young generation its threads come to. */
const THREADS = `import { getHeapSpaceStatistics } from 'node:v8';
  import { isMainThread, parentPort, Worker } from 'node:worker_threads';
  import { BUSY_HEAP, SMALL_HEAP, spareMemory } from '${MODULE}';
  function fill() {
    const kept = [];
    let most = 0;
    for (let round = 0; round < 1000; round++) {
      kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
      if (kept.length > 100) kept.shift();
      const [space] = getHeapSpaceStatistics().filter((one) => one.space_name === 'new_space');
      most = Math.max(most, space.space_size);
    }
    return most / 2 ** 20;
  }
  if (!isMainThread) parentPort.postMessage(fill());
  else {
    spareMemory(process.env);
    const grown = [fill()];
    for (const resourceLimits of [SMALL_HEAP, BUSY_HEAP]) {
      const worker = new Worker(new URL(import.meta.url), { resourceLimits });
      grown.push(await new Promise((resolve) => worker.once('message', resolve)));
    }
    console.log(JSON.stringify(grown));
  }`;

test(
  'each thread gets the young generation that is meant for it; an operator’s holds for all',
  LINUX,
  (t) => {
    const program = join(createFolder(t), 'threads.mjs');
    writeFileSync(program, THREADS);
    /** In MB, of the two halves that objects are copied between; their pages are not always full. */
    const grownOf = (env: Record<string, string>): number[] =>
      JSON.parse(spawnSync(process.execPath, [program], { env, encoding: 'utf8' }).stdout);
    const [main = 0, small = 0, busy = 0] = grownOf({});
    assert.ok(main < 12 && small < 12 && busy > 12 && busy < 24, `${[main, small, busy]}`);
    for (const flag of ['--max-semi-space-size=1', '--max_semi_space_size=1']) {
      const own = grownOf({ NODE_OPTIONS: flag });
      assert.ok(own.length === 3 && own.every((one) => one < 8), `${own}`);
    }
  },
);

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

test('what has been compiled holds again when heaps may grow', () => {
  const before = cachedDataVersionTag();
  collectGarbage();
  assert.equal(cachedDataVersionTag(), before);
  boundHeaps();
  assert.notEqual(cachedDataVersionTag(), before);
  letHeapsGrow();
  assert.equal(cachedDataVersionTag(), before);
});
