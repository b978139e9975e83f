/**
 * Formats of a release, each made by a process of its own (run-format.ts) from the records on the disk
 * (sample-release.ts), beside DuckDB's export of the same table (duckdb.ts) and the least that a database
 * takes with node:sqlite (plain-sqlite.ts); then the event loop of a service that is asked for them
 * (measure-loop.ts). Processes alternate, so that a disturbance meets them alike.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Bench, bySize } from '../bench.ts';
import { runApart } from '../process/run-apart.ts';
import { type BenchReport, ratioAtMost } from '../report.ts';
import { median } from '../statistics.ts';
import { measureLoop, reportLoop } from './measure-loop.ts';
import { writeSampleRelease } from './sample-release.ts';

const PROGRAM = new URL('./run-format.ts', import.meta.url);
const ROUNDS = 3;

/** What the process of a subject writes. */
export const Outcome = z.object({
  /** From the records on the disk to the file. */
  seconds: z.number(),
  /** Of a table that is in memory already; null of those that never hold it. */
  copySeconds: z.number().nullable(),
  megabytes: z.number(),
  peakMegabytes: z.number(),
});
export type Outcome = z.infer<typeof Outcome>;

type Subject = {
  readonly label: string;
  /** What run-format.ts is given. */
  readonly who: 'ours' | 'duckdb' | 'plain';
  readonly name: string;
};

type Contest = {
  readonly path: string;
  readonly peer: Subject;
  /** The most that ours may take, as a part of the peer's time. */
  readonly aim: number | undefined;
};

const duckdb = (name: string): Subject => ({ label: `DuckDB, ${name}`, who: 'duckdb', name });

const CONTESTS: readonly Contest[] = [
  // The first one is what DuckDB's tables are compared with.
  { path: '/reviews.parquet', peer: duckdb('parquet'), aim: 4 },
  { path: '/reviews.csv', peer: duckdb('csv'), aim: 1.5 },
  { path: '/reviews.ndjson', peer: duckdb('ndjson'), aim: 0.5 },
  {
    path: '/reviews.sqlite',
    peer: { label: 'node:sqlite, records alone', who: 'plain', name: 'sqlite' },
    aim: undefined,
  },
];

/** The most megabytes of the process that makes a format, whatever it is. */
const MEMORY_AIM = 500;

export const bench: Bench = {
  sizes: [10_000, 100_000],
  peers: ['formats'],
  run: bySize(async ({ size, folder, notes, progress }) => {
    progress(`making a release of ${size} reviews`);
    writeSampleRelease(folder, size);
    const found = new Map<string, Outcome[]>();
    const failures: string[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      for (const { label, who, name } of CONTESTS.flatMap(subjectsOf)) {
        progress(`${label}, round ${round} of ${ROUNDS}`);
        const file = join(folder, `${who}-${name.replaceAll('/', '')}`);
        rmSync(file, { force: true });
        const reference = join(folder, 'ours-reviews.parquet');
        const outcome = await runApart(PROGRAM, [who, name, folder, file, reference], Outcome);
        if ('failure' in outcome) failures.push(`${label} failed: ${outcome.failure}`);
        else found.set(label, [...(found.get(label) ?? []), outcome]);
      }
    }
    progress(`starting a service of ${size} reviews, and asking it for each`);
    const stretches = await measureLoop(join(folder, 'service'), size);
    const described = [...notes, ...new Set(failures)];
    return [report(size, found, described), reportLoop(size, stretches, notes)];
  }),
};

function subjectsOf({ path, peer }: Contest): readonly Subject[] {
  const ours: Subject = { label: path, who: 'ours', name: path };
  return [ours, peer];
}

function report(
  size: number,
  found: ReadonlyMap<string, readonly Outcome[]>,
  notes: readonly string[],
): BenchReport {
  const figure = (label: string, read: (outcome: Outcome) => number | null) => {
    const values = (found.get(label) ?? []).map(read).filter((value) => value !== null);
    return values.length === 0 ? null : median(values);
  };
  const seconds = (label: string) => figure(label, (one) => one.seconds);
  const peak = (label: string) => figure(label, (one) => one.peakMegabytes);
  const ratio = ({ path, peer }: Contest) => {
    const [our, their] = [seconds(path), seconds(peer.label)];
    return our === null || their === null ? null : our / their;
  };
  const peaks = CONTESTS.map(({ path }) => peak(path)).filter((value) => value !== null);
  return {
    title: `Formats of ${size.toLocaleString('en')} reviews`,
    columns: ['made by one thread', 's', 'copy alone s', 'MB', 'peak MB', 'ours / peer'],
    rows: CONTESTS.flatMap((contest) =>
      subjectsOf(contest).map(({ label, who }) => [
        label,
        seconds(label),
        figure(label, (one) => one.copySeconds),
        figure(label, (one) => one.megabytes),
        peak(label),
        who === 'ours' ? ratio(contest) : null,
      ]),
    ),
    ratios: [
      ...CONTESTS.flatMap(({ path, peer, aim }) =>
        aim === undefined
          ? []
          : [
              {
                what: `${path}, time over that of ${peer.label}`,
                value: ratio({ path, peer, aim }),
                aim: { atMost: aim },
              },
            ],
      ),
      ...ratioAtMost(
        'any of ours, MB of its process at most',
        peaks.length === CONTESTS.length ? Math.max(...peaks) : null,
        new Map([[size, MEMORY_AIM]]),
        size,
      ),
    ],
    notes: [
      `Medians of ${ROUNDS} rounds. Times begin with the records on the disk, as JSON; "copy alone" is what DuckDB takes once its table is in memory. Memory is that of a whole process.`,
      'DuckDB’s table is compared with reviews.parquet, row by row. node:sqlite writes one table of records, ours seven with search and indices.',
      ...notes,
    ],
  };
}
