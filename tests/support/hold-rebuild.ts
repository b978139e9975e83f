import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../../sidecar/publish/messages.ts';

/** Rebuilds that a test stops at a stage and lets go on, while the service runs. */
export function createHold(folder: string) {
  const hold = join(folder, 'hold-at');
  const die = join(folder, 'die-at');
  const write = (file: string, stage: Stage) => {
    // Never empty, whenever it is read.
    writeFileSync(`${file}.new`, stage);
    renameSync(`${file}.new`, file);
  };
  return {
    /** The module of the rebuild thread. */
    worker: new URL('./holding-worker.ts', import.meta.url).href,
    env: { TESTIMONY_TEST_HOLD: hold, TESTIMONY_TEST_THREAD_DIES: die },
    at: (stage: Stage) => write(hold, stage),
    letGo: () => rmSync(hold, { force: true }),
    /** Has the thread end at a stage, once. */
    dieAt: (stage: Stage) => write(die, stage),
    hasDied: () => !existsSync(die),
  };
}
