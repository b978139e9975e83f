import { setTimeout } from 'node:timers/promises';
import { readMemoryBytes, readProcessTree } from './process-usage.ts';

const QUIET_MILLISECONDS = 200;
/** The system counts processor time in such steps. */
const QUIET_CPU_SECONDS = 0.01;
/** On a busy machine a process may seem quiet because it does not get a processor. */
const QUIET_TIMES = 2;

/**
 * Waits until neither a process nor any that it started works. False where that did not come in
 * time.
 */
export async function waitForQuiet(root: number, longestMilliseconds: number): Promise<boolean> {
  const end = performance.now() + longestMilliseconds;
  let before = readTreeSeconds(root);
  let quietTimes = 0;
  while (performance.now() < end) {
    await setTimeout(QUIET_MILLISECONDS);
    const after = readTreeSeconds(root);
    quietTimes = Math.abs(after - before) <= QUIET_CPU_SECONDS ? quietTimes + 1 : 0;
    if (quietTimes === QUIET_TIMES) return true;
    before = after;
  }
  return false;
}

/**
 * What a process and all that it started hold right now, each page of memory counted once (PSS);
 * null where the system does not tell. `Rss`: once for each process.
 */
export function readTreeMegabytes(root: number, kind: 'Pss' | 'Rss' = 'Pss'): number | null {
  // One that has ended meanwhile holds nothing.
  const known = readProcessTree(root).flatMap(({ pid }) => readMemoryBytes(pid, kind) ?? []);
  if (known.length === 0) return null;
  return known.reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20;
}

function readTreeSeconds(root: number): number {
  return readProcessTree(root).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}
