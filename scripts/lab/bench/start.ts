import { setTimeout } from 'node:timers/promises';
import { type Bench, byRelease } from './bench.ts';
import { ask } from './load/ask.ts';
import { type Child, findFreePort, finish, startChild } from './process/process.ts';
import { readCpuSeconds, readPeakMegabytes } from './process/usage.ts';
import type { BenchRelease } from './release.ts';
import { type BenchReport, ratioAtMost } from './report.ts';
import { refuseBuild, startSidecar } from './server/server.ts';
import { median, spreadOf } from './statistics.ts';

/** The most milliseconds until the first answer, by the number of reviews. */
const AIMS: ReadonlyMap<number, number> = new Map([
  [1000, 400],
  [10_000, 700],
]);
const RUNS = 10;
const LONGEST_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 1;

type Moment = {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number | null;
  readonly peakMegabytes: number | null;
};

type Start = {
  readonly listening: number;
  readonly data: Moment;
  readonly home: Moment;
};

export const bench: Bench = {
  sizes: [1000, 10_000],
  run: byRelease(async ({ size, release, notes, progress }) => {
    progress('starting');
    const bare: number[] = [];
    const starts: Start[] = [];
    for (let run = 0; run < RUNS; run++) {
      bare.push(await timeBareNode());
      starts.push(await timeStart(release));
    }
    return [createReport(size, bare, starts, notes)];
  }),
};

async function timeBareNode(): Promise<number> {
  const start = performance.now();
  await using child = await startChild(process.execPath, ['--eval', '0']);
  await finish(child);
  return performance.now() - start;
}

async function timeStart(release: BenchRelease): Promise<Start> {
  const port = await findFreePort();
  const start = performance.now();
  await using child = await startSidecar(release, port);
  let listening: number | undefined;
  const waitFor = async (path: string): Promise<Moment> => {
    for (;;) {
      const status = await tryToAsk(`http://127.0.0.1:${port}${path}`);
      const milliseconds = performance.now() - start;
      if (status !== undefined) listening ??= milliseconds;
      if (status === 200) return { milliseconds, ...usageOf(child) };
      if (milliseconds > LONGEST_MILLISECONDS) throw new Error(`No answer came: ${child.output()}`);
      await setTimeout(PAUSE_MILLISECONDS);
    }
  };
  const data = await waitFor('/reviews.json');
  const home = await waitFor('/');
  refuseBuild(child);
  return { listening: listening ?? data.milliseconds, data, home };
}

function usageOf({ pid }: Child): Omit<Moment, 'milliseconds'> {
  const cpuSeconds = readCpuSeconds(pid);
  return {
    cpuMilliseconds: cpuSeconds === null ? null : cpuSeconds * 1000,
    peakMegabytes: readPeakMegabytes(pid),
  };
}

async function tryToAsk(url: string): Promise<number | undefined> {
  try {
    return (await ask({ url, headers: {} })).status;
  } catch {
    return undefined;
  }
}

function createReport(
  size: number,
  bare: readonly number[],
  starts: readonly Start[],
  notes: readonly string[],
): BenchReport {
  const of = (what: 'data' | 'home', figure: keyof Moment) =>
    starts.flatMap((start) => start[what][figure] ?? []);
  const answered = of('data', 'milliseconds');
  const row = (label: string, values: readonly number[]) => [label, ...spreadOf(values)];
  return {
    title: `Start with a release of ${size.toLocaleString('en')} reviews`,
    columns: ['until', 'least', 'median', 'most'],
    rows: [
      row('node itself has started and ended, ms', bare),
      row(
        'something answers, be it 503, ms',
        starts.map(({ listening }) => listening),
      ),
      row('/reviews.json is served, ms', answered),
      row('  processor time until then, ms', of('data', 'cpuMilliseconds')),
      row('  peak memory until then, MB', of('data', 'peakMegabytes')),
      row('/ is served, ms', of('home', 'milliseconds')),
      row('  processor time until then, ms', of('home', 'cpuMilliseconds')),
      row('  peak memory until then, MB', of('home', 'peakMegabytes')),
    ],
    ratios: ratioAtMost('first answer, median ms', median(answered), AIMS, size),
    notes: [
      `${RUNS} starts of node sidecar/main.ts on a release that was built before; files are in the system's cache. The time runs from spawning the process to the whole body of a 200, asked for every millisecond, first of /reviews.json and then of /, which is rendered of a bundle that is in place.`,
      ...notes,
    ],
  };
}
