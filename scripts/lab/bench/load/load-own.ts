import { join } from 'node:path';
import { finish, startChild } from '../process/child.ts';
import { Load, type LoadGenerator } from './load.ts';

const PROGRAM = join(import.meta.dirname, 'load-own-run.ts');

/** Our own generator, for machines without wrk. It takes more processor time than wrk does. */
export const ownGenerator: LoadGenerator = {
  note: 'wrk is not installed; the load came from our own generator, which may be slower than the fastest servers: where a server was busy for much less than 100 %, the throughput is that of the generator.',
  run: async (settings) => {
    await using child = await startChild(process.execPath, [PROGRAM, JSON.stringify(settings)]);
    return Load.parse(JSON.parse(await finish(child)));
  },
};
