import type { Bench, BenchReport } from './bench-report.ts';
import { reportAnalysis } from './insights/report-analysis.ts';
import { reportPublishing } from './insights/report-publishing.ts';
import { runTasks } from './insights/run-tasks.ts';
import type { Sample } from './insights/sample.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { describeRun } from './run-notes.ts';

const SIZES = [10_000, 100_000];
/** The texts of `content/` are few: repeated more often, they would tell nothing more. */
const MOST_REPEATED = 10_000;
const ROUNDS = 3;

/** Analysis of texts and what is derived from it: from nothing, after an edit, and in memory. */
export const bench: Bench = {
  name: 'insights',
  about: 'analysis of reviews, against VADER and AFINN, and insights.json after an edit',
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const sample of sizes.flatMap(listSamples)) {
      const notes = describeRun();
      await using folder = createTemporaryFolder();
      const results = await runTasks(sample, { rounds: ROUNDS, folder: folder.path, progress });
      reports.push(reportAnalysis(sample, results, notes));
      reports.push(reportPublishing(sample, results, notes));
    }
    return reports;
  },
};

function listSamples(size: number): Sample[] {
  const generated: Sample = { texts: 'generated', size };
  return size <= MOST_REPEATED ? [generated, { texts: 'demonstration', size }] : [generated];
}
