import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Load } from '../load/load.ts';
import { finish, startChild } from '../process/child.ts';
import type { CallGenerator } from './load-calls.ts';

const PROGRAM = join(import.meta.dirname, 'run-calls.ts');

/** Our own generator, for machines without wrk. What it is told lies in the folder. */
export function ownCallGenerator(folder: string): CallGenerator {
  const settings = join(folder, 'calls.json');
  return {
    note: 'wrk is not installed; the load came from our own generator, which is slower than the fastest servers: the throughput is then its own, and the CPU time is what tells.',
    run: async (load) => {
      writeFileSync(settings, JSON.stringify(load));
      await using child = await startChild(process.execPath, [PROGRAM, settings]);
      return Load.parse(JSON.parse(await finish(child)));
    },
  };
}
