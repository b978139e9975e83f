/**
 * Benchmarks of the service beside its peers, in the same run: `npm run bench -- NAME`.
 *
 * Flow: main.ts finds a `Bench` in its catalogue and installs the packages of its peers. The bench
 * measures one size after the other (`bySize`, `byRelease`) and returns tables with their aims
 * (`BenchReport`), which report.ts prints.
 *
 * Shared parts: process/ starts programs and reads what they use; server/ starts the sidecar and
 * servers of static files; load/ sends requests, with wrk where it is installed; rounds.ts loads
 * servers in turn; statistics.ts compares the rounds. A bench that is larger than a file has a folder
 * of its own. Files called `run-…` are programs of their own, started in a process or thread.
 *
 * Invariants: a peer does the same work as we do and its answers are checked before they count; what
 * could not be measured is null in a table and named in its notes; everything that was started ends
 * with the benchmark.
 */

import { availableParallelism, loadavg, platform } from 'node:os';
import type { PeerName } from '../../peers/peers.ts';
import { createTemporaryFolder } from './process/process.ts';
import { NO_USAGE_NOTE } from './process/usage.ts';
import { type BenchRelease, buildBenchRelease } from './release.ts';
import type { BenchReport } from './report.ts';

export type Bench = {
  readonly sizes: readonly number[];
  readonly peers?: readonly PeerName[];
  readonly run: (options: BenchOptions) => Promise<readonly BenchReport[]>;
};

type BenchOptions = {
  readonly sizes: readonly number[];
  readonly progress: (message: string) => void;
};

/** One size, with an empty folder that is removed afterwards. */
type SizeRun = {
  readonly size: number;
  readonly folder: string;
  readonly notes: readonly string[];
  readonly progress: BenchOptions['progress'];
};

export function bySize(measure: (run: SizeRun) => Promise<readonly BenchReport[]>): Bench['run'] {
  return async ({ sizes, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const notes = describeMachine();
      await using folder = createTemporaryFolder();
      reports.push(...(await measure({ size, folder: folder.path, notes, progress })));
    }
    return reports;
  };
}

export type ReleaseRun = SizeRun & { readonly release: BenchRelease };

export function byRelease(
  measure: (run: ReleaseRun) => Promise<readonly BenchReport[]>,
): Bench['run'] {
  return bySize(async (run) => {
    run.progress(`building a release of ${run.size} reviews`);
    return measure({ ...run, release: await buildBenchRelease(run.folder, run.size) });
  });
}

/** What a reader should know about a machine before believing its figures. */
export function describeMachine(): string[] {
  const [lastMinute = 0] = loadavg();
  const notes = [
    `The machine has ${availableParallelism()} processors; before the run, ${lastMinute.toFixed(1)} processes of others wanted one (mean of a minute). The closer to 0, the better the figures.`,
  ];
  if (platform() !== 'linux') notes.push(NO_USAGE_NOTE);
  return notes;
}
