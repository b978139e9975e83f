import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { MemoryWatch } from '../../../../../scripts/lab/bench/memory/memory-watch.ts';
import { atEnd } from '../../../../support/at-end.ts';

const MEGABYTES = 80;
/** It holds so much when it has said so, and nothing else of note after it was told something. */
const PROGRAM = `
let held = Buffer.alloc(${MEGABYTES} * 2 ** 20, 1);
console.log(held.length);
process.stdin.once('data', () => {
  held = undefined;
  gc();
  console.log('let go');
});`;

test('a stage has its own peak, which is what the process and its children hold', {
  skip: existsSync('/proc/self/smaps_rollup') ? false : 'NOT TESTED: this system tells no PSS',
}, async (t) => {
  const child = spawn('sh', [
    '-c',
    '"$0" "$@"; true',
    process.execPath,
    '--expose-gc',
    '-e',
    PROGRAM,
  ]);
  atEnd(t, async () => {
    const ended = once(child, 'close');
    child.stdin.end('end');
    await ended;
  });
  await once(child.stdout, 'data');
  using watch = new MemoryWatch(child.pid ?? 0);
  const full = watch.endStage();
  assert.ok(full.pss !== null && full.rss !== null);
  assert.ok(
    full.pss > MEGABYTES && full.pss <= full.rss && full.rss < MEGABYTES + 200,
    `${full.pss}`,
  );
  child.stdin.write('let go');
  await once(child.stdout, 'data');
  const { pss } = watch.endStage();
  assert.ok(pss !== null && pss < full.pss - MEGABYTES / 2, `${pss} of ${full.pss}`);
});
