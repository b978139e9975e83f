/**
 * Imports of an export that is made here (sample-export.ts) into an empty folder: the first, one that
 * changes nothing, and `check:content` of what was written. The peer (run-plain-import.ts) parses the
 * same rows with the same libraries and writes as many files, but looks at nothing: no digests, no
 * stored reviews, nothing read back. Each is a process of its own, which says at its end what it held.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, bySize } from '../bench.ts';
import { finish, startChild } from '../process/process.ts';
import { type BenchReport, ratioAtMost } from '../report.ts';
import { median } from '../statistics.ts';
import { writeSampleExport } from './sample-export.ts';

const ROUNDS = 3;

/** Written into the process of a subject, so that it is the real command that is measured. */
const PROBE = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => process.stderr.write("\\npeak=" + process.resourceUsage().maxRSS + "\\n"));',
)}`;

/** The most megabytes of any of ours, by the number of reviews. */
const MEMORY_AIMS: ReadonlyMap<number, number> = new Map([
  [10_000, 500],
  [100_000, 1500],
]);
/** The most time of a first import, as a multiple of the peer's. */
const TIME_AIMS: ReadonlyMap<number, number> = new Map([
  [10_000, 8],
  [100_000, 8],
]);

type Subject = {
  readonly label: string;
  readonly args: (paths: Paths) => readonly string[];
  /** What its output holds where it did what it should. */
  readonly proof: (size: number) => RegExp;
};
type Paths = { readonly table: string; readonly content: string; readonly plain: string };

const importOf = ({ table, content }: Paths) => [
  ...['scripts/import/main.ts', '--from', 'csv', table, '--content', content, '--verified'],
];
const PEER: Subject = {
  label: 'the least program',
  args: ({ table, plain }) => ['scripts/lab/bench/imports/run-plain-import.ts', table, plain],
  proof: () => /peak=/,
};
const FIRST: Subject = {
  label: 'first import',
  args: importOf,
  proof: (size) => new RegExp(`added +${size}\n`),
};
const OURS: readonly Subject[] = [
  FIRST,
  { label: 'the same again', args: importOf, proof: (size) => new RegExp(`unchanged +${size}\n`) },
  {
    label: 'check:content',
    args: ({ content }) => ['scripts/check/check-content.ts', '--content', content],
    proof: (size) => new RegExp(`${size.toLocaleString('en')} published`),
  },
];

type Figures = { readonly seconds: number; readonly megabytes: number };

export const bench: Bench = {
  sizes: [10_000, 100_000],
  run: bySize(async ({ size, folder, notes, progress }) => {
    const table = join(folder, 'export.csv');
    progress(`writing an export of ${size} reviews`);
    writeSampleExport(table, size);
    const found = new Map<string, Figures[]>();
    for (let round = 1; round <= ROUNDS; round++) {
      const paths = { table, content: join(folder, 'content'), plain: join(folder, 'plain') };
      for (const subject of [PEER, ...OURS]) {
        progress(`${subject.label}, round ${round} of ${ROUNDS}`);
        const figures = await measure(subject, paths, size);
        found.set(subject.label, [...(found.get(subject.label) ?? []), figures]);
      }
      const written = countFiles(paths.plain);
      if (written !== size) throw new Error(`The peer wrote ${written} files instead of ${size}.`);
      for (const made of [paths.content, paths.plain]) rmSync(made, { recursive: true });
    }
    return [report(size, found, notes)];
  }),
};

async function measure({ args, proof }: Subject, paths: Paths, size: number): Promise<Figures> {
  const start = performance.now();
  await using child = await startChild(process.execPath, ['--import', PROBE, ...args(paths)]);
  const output = await finish(child);
  const seconds = (performance.now() - start) / 1000;
  const [, kibibytes] = /\npeak=(\d+)\n/.exec(output) ?? [];
  if (kibibytes === undefined || !proof(size).test(output)) {
    throw new Error(`${child.command} did something else: ${output.slice(0, 2000)}`);
  }
  return { seconds, megabytes: (Number(kibibytes) * 1024) / 1e6 };
}

function countFiles(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function report(
  size: number,
  found: ReadonlyMap<string, readonly Figures[]>,
  notes: readonly string[],
): BenchReport {
  const figure = (label: string, read: (figures: Figures) => number) =>
    median((found.get(label) ?? []).map(read));
  const seconds = (label: string) => figure(label, (one) => one.seconds);
  const megabytes = (label: string) => figure(label, (one) => one.megabytes);
  const ratio = seconds(FIRST.label) / seconds(PEER.label);
  return {
    title: `Imports of ${size.toLocaleString('en')} reviews`,
    columns: ['process', 's', 'peak MB', 'reviews / s', 'ours / peer'],
    rows: [PEER, ...OURS].map(({ label }) => [
      label,
      seconds(label),
      megabytes(label),
      size / seconds(label),
      label === FIRST.label ? ratio : null,
    ]),
    ratios: [
      ...ratioAtMost('first import, time over that of the least program', ratio, TIME_AIMS, size),
      ...ratioAtMost(
        'any of ours, MB of its process at most',
        Math.max(...OURS.map(({ label }) => megabytes(label))),
        MEMORY_AIMS,
        size,
      ),
    ],
    notes: [
      `Medians of ${ROUNDS} rounds, of whole processes, from their start to their end.`,
      'The least program parses the rows one by one with csv-parse, and writes a file of each with the yaml library.',
      ...notes,
    ],
  };
}
