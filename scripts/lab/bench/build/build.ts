/**
 * Whole builds from nothing, each in a process and into a folder of its own, beside Eleventy and Hugo
 * (…-site.ts), which make the same files of the same content.
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Bench, bySize } from '../bench.ts';
import {
  type Command,
  type CommandUsage,
  finish,
  measureCommand,
  REPOSITORY,
  startChild,
} from '../process/process.ts';
import { BENCH_BASE_URL, buildArguments, writeBenchContent } from '../release.ts';
import type { BenchReport, Ratio } from '../report.ts';
import { combine, medianOf } from '../statistics.ts';
import { prepareEleventy } from './eleventy-site.ts';
import { prepareHugo } from './hugo-site.ts';
import type { BuildFolders } from './site-files.ts';

const RUNS = 3;

type BuilderResult = {
  readonly builder: Builder;
  readonly usages: readonly CommandUsage[];
  readonly failure: string | undefined;
};

const measureSize = bySize(async ({ size, folder, notes, progress }) => {
  const contentDir = join(folder, 'content');
  await writeBenchContent(contentDir, size);
  const results: BuilderResult[] = [];
  for (const builder of BUILDERS) {
    progress(`${builder.label}, ${size} reviews`);
    results.push(await run(builder, folder, contentDir, size));
  }
  return [createReport(size, results, notes)];
});

export const bench: Bench = {
  sizes: [1000, 10_000],
  peers: ['eleventy'],
  run: async (options) => {
    await bundlePages();
    return measureSize(options);
  },
};

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
      usages.push(await measureCommand(builder.prepare({ folder: own, contentDir, outDir })));
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

export function listRatios(secondsOf: (id: string) => number | null): Ratio[] {
  const divide = (a: string, b: string) =>
    combine(secondsOf(a), secondsOf(b), (dividend, divisor) => dividend / divisor);
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

type Builder = {
  readonly id: string;
  readonly label: string;
  readonly prepare: (folders: BuildFolders) => Command;
  readonly check: (outDir: string, reviews: number) => void;
};

const byNode = (...args: readonly string[]): Command => ({ program: process.execPath, args });
const DATA_BUILD = join(import.meta.dirname, 'run-data-build.ts');
const NO_CODINGS = pathToFileURL(join(import.meta.dirname, 'no-codings.ts')).href;

const BUILDERS: readonly Builder[] = [
  {
    id: 'testimony',
    label: 'Testimony',
    prepare: ({ contentDir, outDir }) => byNode(...buildArguments(contentDir, outDir)),
    check: (outDir, reviews) => checkFiles(join(outDir, 'client'), reviews, reviews),
  },
  {
    id: 'eleventy',
    label: 'Eleventy',
    prepare: prepareEleventy,
    check: (outDir, reviews) => checkFiles(outDir, reviews, reviews),
  },
  {
    id: 'hugo',
    label: 'Hugo',
    prepare: prepareHugo,
    check: (outDir, reviews) => checkFiles(outDir, reviews, reviews),
  },
  {
    id: 'identity',
    label: 'Testimony, identity only',
    prepare: ({ contentDir, outDir }) =>
      byNode('--import', NO_CODINGS, ...buildArguments(contentDir, outDir)),
    check: (outDir, reviews) => {
      checkFiles(join(outDir, 'client'), reviews, reviews);
      if (existsSync(join(outDir, 'client/index.html.br'))) throw new Error('it compressed pages');
    },
  },
  {
    id: 'data',
    label: 'Testimony, data files alone',
    prepare: ({ contentDir, outDir }) => byNode(DATA_BUILD, contentDir, BENCH_BASE_URL, outDir),
    check: (outDir, reviews) => checkFiles(outDir, reviews, 0),
  },
  {
    id: 'bundle',
    label: 'Testimony, the bundle, once for a program',
    prepare: ({ outDir }) => {
      copyProgram(outDir);
      return { ...byNode('scripts/bundle.ts'), cwd: outDir };
    },
    check: (outDir) => {
      if (readdirSync(join(outDir, '.bundle')).length === 0) throw new Error('it made no bundle');
    },
  },
];

const Dataset = z.object({ reviews: z.array(z.object({ reviewBody: z.string() })) });
const OTHERS = ['insights.json', 'feed.xml', 'api/feed.json'];

function checkFiles(folder: string, reviews: number, pages: number): void {
  const dataset = Dataset.parse(JSON.parse(readFileSync(join(folder, 'reviews.json'), 'utf8')));
  refuseOther('reviews in reviews.json', dataset.reviews.length, reviews);
  for (const file of OTHERS) {
    if (readFileSync(join(folder, file)).length === 0) throw new Error(`it wrote an empty ${file}`);
  }
  if (pages === 0) return;
  const found = readdirSync(join(folder, 'reviews'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => readFileSync(join(folder, 'reviews', name, 'index.html')).length > 0);
  refuseOther('pages of reviews', found.length, pages);
  readFileSync(join(folder, 'index.html'));
}

function refuseOther(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`it made ${found} ${what}, not ${expected}`);
}

const PARTS = [
  ...['site', 'sidecar', 'scripts/bundle.ts', 'scripts/usage-error.ts', 'astro.config.mjs'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

function copyProgram(folder: string): void {
  mkdirSync(folder);
  for (const part of PARTS) cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
}
