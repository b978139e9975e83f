/**
 * Searches of all kinds (queries.ts) over made-up reviews (texts.ts), against databases and plain
 * scans. Each subject runs in a process of its own (run-subject.ts) and has to find the same reviews
 * as the naive scan.
 */

import { execFile } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench } from '../bench.ts';
import type { BenchReport } from '../report.ts';
import { reportSearch, type SubjectResult } from './report.ts';
import { Outcome, SUBJECTS, type SubjectId } from './subject.ts';

/** No subject may take longer at one size; a million documents take PostgreSQL a few minutes. */
const SUBJECT_MILLISECONDS = 15 * 60_000;
const RESULT_BYTES = 1 << 24;

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
        results.push({ label, role, outcome: await runSubject(id, size) });
        progress(`  took ${Math.round((performance.now() - start) / 1000)} s`);
      }
      reports.push(reportSearch(size, results));
    }
    return reports;
  },
};

/** Runs a subject in a process of its own, so that none has another's memory or compiled code. */
async function runSubject(id: SubjectId, size: number): Promise<Outcome> {
  const program = fileURLToPath(new URL('./run-subject.ts', import.meta.url));
  const heap = Math.floor((totalmem() / 2 ** 20) * 0.6);
  const args = ['--expose-gc', `--max-old-space-size=${heap}`, program, id, String(size)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      timeout: SUBJECT_MILLISECONDS,
      maxBuffer: RESULT_BYTES,
    });
    return Outcome.parse(JSON.parse(stdout));
  } catch (error) {
    const [failure = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { failure };
  }
}
