import { existsSync, readFileSync, renameSync } from 'node:fs';
import type { HubStage } from '../../sidecar/hub/hub-parts.ts';
import type { Stage } from '../../sidecar/publish/messages.ts';

/** A stage of a rebuild, or one of the hub; both have one that is called announced. */
export type DeadlyStage = Stage | `hub-${HubStage}`;

const file = process.env.TESTIMONY_TEST_DIE_AT ?? '';
const never = new Int32Array(new SharedArrayBuffer(4));

/** Kills this process, as kill -9 does, at the stage that a file names; the file tells that it was. */
export function dieWhenTold(stage: DeadlyStage): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== stage) return;
  renameSync(file, `${file}-reached`);
  process.kill(process.pid, 'SIGKILL');
  // Nothing is done in the moment that the signal takes.
  Atomics.wait(never, 0, 0);
}
