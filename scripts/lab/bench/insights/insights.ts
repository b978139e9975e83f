/**
 * Analysis of texts and what is derived from it: from nothing, after an edit, and in memory. tasks.ts
 * runs each task in a process of its own (run-task.ts) on a sample of reviews (sample.ts) and reads
 * the results; measure-publishing.ts times what a service does; report.ts has the tables.
 */
import { type Bench, bySize } from '../bench.ts';
import { createTemporaryFolder } from '../process/process.ts';
import type { BenchReport } from '../report.ts';
import { reportAnalysis, reportPublishing } from './report.ts';
import { type Sample, TEXTS } from './sample.ts';
import { runTasks } from './tasks.ts';

/** The texts of `content/` are few: more of the same would say nothing new. */
const MOST_REPEATED = 10_000;
const ROUNDS = 3;

export const bench: Bench = {
  sizes: [10_000, 100_000],
  run: bySize(async ({ size, notes, progress }) => {
    const samples = TEXTS.map((texts): Sample => ({ texts, size })).filter(
      ({ texts }) => texts === 'generated' || size <= MOST_REPEATED,
    );
    const reports: BenchReport[] = [];
    for (const sample of samples) {
      await using folder = createTemporaryFolder();
      const results = await runTasks(sample, { rounds: ROUNDS, folder: folder.path, progress });
      reports.push(reportAnalysis(sample, results, notes));
      reports.push(reportPublishing(sample, results, notes));
    }
    return reports;
  }),
};
