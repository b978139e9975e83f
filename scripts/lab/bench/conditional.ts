import { join } from 'node:path';
import { PUBLIC_FOLDER } from '#release/manifest-file.ts';
import { buildBenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import { listCases } from './conditional/cases.ts';
import {
  type CaseResult,
  describeRounds,
  measureCase,
  reportCases,
} from './conditional/measure-case.ts';
import { PEERS } from './conditional/peers.ts';
import { ownGenerator } from './load/load-own.ts';
import { findWrk } from './load/load-wrk.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { describeRun } from './run-notes.ts';
import { serveSidecar } from './server/serve-sidecar.ts';

const SIZES = [1000];
const ROUNDS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 32 };

/** Revalidation and small files over loopback, against nginx and express.static. */
export const bench: Bench = {
  name: 'conditional',
  about: 'a conditional GET that matches, against nginx',
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const notes = describeRun();
      await using folder = createTemporaryFolder();
      progress(`building a release of ${size} reviews`);
      const release = await buildBenchRelease(folder.path, size);
      const generator = (await findWrk(folder.path)) ?? ownGenerator;
      await using sidecar = await serveSidecar(release);
      const root = join(release.outDir, PUBLIC_FOLDER);
      const settings = { folder: folder.path, root, peers: PEERS, generator, rounds: ROUNDS };
      const results: CaseResult[] = [];
      for (const kind of await listCases(sidecar.origin)) {
        progress(kind.label);
        results.push(await measureCase(kind, sidecar, settings));
      }
      reports.push(createReport(size, results, [generator.note, ...notes]));
    }
    return reports;
  },
};

function createReport(
  size: number,
  results: readonly CaseResult[],
  notes: readonly string[],
): BenchReport {
  const report = reportCases(results, PEERS);
  return {
    ...report,
    title: `Requests to a release of ${size.toLocaleString('en')} reviews`,
    notes: [
      ...report.notes,
      'The design aims at nginx with one worker as it comes; the tuned nginx and express.static are there for information.',
      describeRounds(ROUNDS),
      ...notes,
    ],
  };
}
