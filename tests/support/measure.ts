import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Bytes that this process holds on to, in the heap and beside it, once garbage is collected. */
export async function retainedMemory(): Promise<number> {
  // What lies beside the heap is freed only once the event loop has turned.
  for (let turn = 0; turn < 3; turn++) {
    if (typeof collectGarbage === 'function') collectGarbage();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * The milliseconds of a processor that the process takes for some work, however long it had to wait
 * for one: what shows work without bound on a machine with other work, too.
 */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
