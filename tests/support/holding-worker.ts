import { existsSync, readFileSync, rmSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { runRebuilding } from '../../sidecar/publish/run-rebuilding.ts';

const holdFile = process.env.TESTIMONY_TEST_HOLD ?? '';
const dieFile = process.env.TESTIMONY_TEST_THREAD_DIES ?? '';
const never = new Int32Array(new SharedArrayBuffer(4));
const names = (file: string, stage: string) =>
  existsSync(file) && readFileSync(file, 'utf8') === stage;

/**
 * A rebuild thread that stands still at the stage that a file names, until the file is gone, and
 * that dies at the one that another names, once.
 */
await runRebuilding(workerData, (stage) => {
  while (names(holdFile, stage)) Atomics.wait(never, 0, 0, 10);
  if (!names(dieFile, stage)) return;
  rmSync(dieFile);
  // In a thread this ends the thread alone.
  process.exit(1);
});
