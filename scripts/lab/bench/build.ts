import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeBenchContent } from './bench-content.ts';
import type { Bench, BenchReport, Ratio } from './bench-report.ts';
import { BUILDERS, type Builder } from './builder/builders.ts';
import { finish, startChild } from './process/child.ts';
import { type CommandUsage, measureCommand } from './process/measured-command.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { describeRun } from './run-notes.ts';
import { median } from './statistics.ts';

const SIZES = [1000, 10_000];
const RUNS = 3;

type BuilderResult = {
  readonly builder: Builder;
  readonly usages: readonly CommandUsage[];
  readonly failure: string | undefined;
};

/** Whole builds from nothing, each in a process and into a folder of its own. */
export const bench: Bench = {
  name: 'build',
  about: 'a full build from nothing, against Eleventy and Hugo',
  peers: ['eleventy'],
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    await bundlePages();
    for (const size of sizes) {
      const notes = describeRun();
      await using folder = createTemporaryFolder();
      const contentDir = join(folder.path, 'content');
      await writeBenchContent(contentDir, size);
      const results: BuilderResult[] = [];
      for (const builder of BUILDERS) {
        progress(`${builder.label}, ${size} reviews`);
        results.push(await run(builder, folder.path, contentDir, size));
      }
      reports.push(createReport(size, results, notes));
    }
    return reports;
  },
};

/** As an install does: no build waits for it. */
async function bundlePages(): Promise<void> {
  await using bundling = await startChild(process.execPath, ['scripts/bundle.ts']);
  await finish(bundling);
}

async function run(
  builder: Builder,
  folder: string,
  contentDir: string,
  size: number,
): Promise<BuilderResult> {
  const usages: CommandUsage[] = [];
  const own = join(folder, builder.id);
  mkdirSync(own);
  try {
    for (let run = 0; run < RUNS; run++) {
      const outDir = join(own, `out-${run}`);
      const command = builder.prepare({ folder: own, contentDir, outDir });
      usages.push(await measureCommand(command));
      builder.check(outDir, size);
    }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { builder, usages: [], failure };
  }
  return { builder, usages, failure: undefined };
}

function createReport(
  size: number,
  results: readonly BuilderResult[],
  notes: readonly string[],
): BenchReport {
  return {
    title: `Build of ${size.toLocaleString('en')} reviews`,
    columns: ['builder', 'wall s', 'CPU s', 'peak MB'],
    rows: results.map(({ builder, usages }) => [
      builder.label,
      medianOf(usages.map(({ seconds }) => seconds)),
      medianOf(usages.map(({ cpuSeconds }) => cpuSeconds)),
      medianOf(usages.map(({ peakMegabytes }) => peakMegabytes)),
    ]),
    ratios: listRatios((id) => secondsOf(results.find(({ builder }) => builder.id === id))),
    notes: [
      ...results.flatMap(({ builder, failure }) =>
        failure === undefined ? [] : [`${builder.label} could not be measured: ${failure}`],
      ),
      'All read the same Markdown files and write a page a review, a home page, reviews.json, insights.json, feed.xml and api/feed.json.',
      'More is asked of us than of the peers: we also check every field, find who and what a text mentions, hash every file, and compress it three times; their insights.json holds counts and means only.',
      'The pages were bundled before (npm run bundle, as an install does). Bundling does not depend on the content; its row is that of a copy of the program without a bundle.',
      'With identity only, the compressors of node:zlib give back at once what they are given, so that no compressed variant is made, hashed or written; all else is the same build. Hugo compresses nothing.',
      'The data files alone are rendered, hashed and compressed, in one process and without pages.',
      `Medians of ${RUNS} runs, each a whole process into a new folder. CPU includes processes and threads that a builder started; the peak is that of its main process, read every few milliseconds.`,
      ...notes,
    ],
  };
}

/** What the design aims at; `secondsOf` tells what a builder took. */
export function listRatios(secondsOf: (id: string) => number | null): Ratio[] {
  const divide = (a: string, b: string) => {
    const [dividend, divisor] = [secondsOf(a), secondsOf(b)];
    return dividend === null || divisor === null ? null : dividend / divisor;
  };
  return [
    {
      what: 'wall time, Eleventy / ours with all codings',
      value: divide('eleventy', 'testimony'),
      aim: { atLeast: 1 },
    },
    {
      what: 'wall time, ours with identity only / Hugo',
      value: divide('identity', 'hugo'),
      aim: { atMost: 2 },
    },
  ];
}

function secondsOf(result: BuilderResult | undefined): number | null {
  return medianOf(result?.usages.map(({ seconds }) => seconds) ?? []);
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 && known.length === values.length ? median(known) : null;
}
