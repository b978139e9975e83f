/**
 * Searches of all kinds (queries.ts) over made-up reviews (texts.ts), against databases and plain
 * scans. Each subject runs in a process of its own (run-subject.ts) and has to find the same reviews
 * as the naive scan.
 */

import type { Bench } from '../bench.ts';
import { runApart } from '../process/run-apart.ts';
import type { BenchReport } from '../report.ts';
import { reportSearch, type SubjectResult } from './report.ts';
import { Outcome, SUBJECTS } from './subject.ts';

const PROGRAM = new URL('./run-subject.ts', import.meta.url);

export const bench: Bench = {
  sizes: [10_000, 100_000, 1_000_000],
  peers: ['minisearch', 'postgres'],
  run: async ({ sizes, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const results: SubjectResult[] = [];
      for (const { id, label, role } of SUBJECTS) {
        progress(`${label}, ${size} reviews`);
        const start = performance.now();
        const outcome = await runApart(PROGRAM, [id, String(size)], Outcome);
        results.push({ label, role, outcome });
        progress(`  took ${Math.round((performance.now() - start) / 1000)} s`);
      }
      reports.push(reportSearch(size, results));
    }
    return reports;
  },
};
