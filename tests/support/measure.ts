import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** The bytes that this process keeps after a garbage collection, in the heap and outside of it. */
export async function retainedMemory(): Promise<number> {
  // Memory outside of the heap is freed only after turns of the event loop.
  for (let turn = 0; turn < 3; turn++) {
    if (typeof collectGarbage === 'function') collectGarbage();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * The processor time of some work, in milliseconds. Unlike the time on the clock, it does not depend on
 * other work of the machine.
 */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
