import { join } from 'node:path';
import { type BenchRelease, buildBenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import { describeRounds, reportCases } from './conditional/measure-case.ts';
import { loadList } from './load/load-list.ts';
import { ownGenerator } from './load/load-own.ts';
import { findWrk } from './load/load-wrk.ts';
import { COLD_CONNECTIONS, measureColdPages } from './pages/cold-pages.ts';
import { measureEventLoop } from './pages/event-loop.ts';
import { measurePageKinds } from './pages/page-kinds.ts';
import { listPermalinks } from './pages/permalinks.ts';
import { measureRememberedPage, REMEMBERED_ROUNDS, STATIC_PEERS } from './pages/remembered-page.ts';
import { reportEventLoop, reportServerMemory } from './pages/report-event-loop.ts';
import { reportColdPages, reportPageKinds } from './pages/report-pages.ts';
import { servePages } from './pages/serve-pages.ts';
import { readServerMemory, type ServerMemory } from './pages/server-memory.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { describeRun } from './run-notes.ts';

const SIZES = [1000, 10_000];
/** From this size on a round is long enough for fewer of them. */
const LARGE_SIZE = 10_000;
const ROUNDS = { small: 5, large: 3 };

type Subject = {
  readonly size: number;
  readonly release: BenchRelease;
  readonly folder: string;
  readonly permalinks: readonly string[];
  readonly memory: ServerMemory[];
};

/** Pages that are rendered when they are asked for, and remembered. */
export const bench: Bench = {
  name: 'pages',
  about: 'pages rendered on demand, and remembered ones beside a static file',
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) reports.push(...(await runSize(size, progress)));
    return reports;
  },
};

async function runSize(size: number, progress: (message: string) => void): Promise<BenchReport[]> {
  const notes = describeRun();
  await using folder = createTemporaryFolder();
  progress(`building a release of ${size} reviews`);
  const release = await buildBenchRelease(folder.path, size);
  const memory: ServerMemory[] = [];
  const given = { size, release, folder: folder.path, memory };
  progress('cold pages');
  const { permalinks, reports } = await runCold(given, notes);
  progress('remembered pages');
  reports.push(await runRemembered({ ...given, permalinks }));
  progress('the event loop');
  reports.push(reportEventLoop(size, await measureEventLoop(release, permalinks, folder.path)));
  reports.push(reportServerMemory(size, memory));
  return reports;
}

/** Of a server that remembers nothing. */
async function runCold(
  { size, release, folder, memory }: Omit<Subject, 'permalinks'>,
  notes: readonly string[],
) {
  await using server = await servePages(release, 'forgets');
  const permalinks = await listPermalinks(server.origin);
  const [permalink = ''] = permalinks;
  memory.push(readServerMemory('its start', server.pid));
  const rounds = size < LARGE_SIZE ? ROUNDS.small : ROUNDS.large;
  const cold = await measureColdPages(server, permalinks, { folder, rounds });
  memory.push(readServerMemory('cold pages, none of them remembered', server.pid));
  const kinds = await measurePageKinds(server, permalink);
  const reports = [reportColdPages(size, cold, notes), reportPageKinds(size, kinds)];
  return { permalinks, reports };
}

/** Of a server as it is deployed. */
async function runRemembered({
  size,
  release,
  folder,
  permalinks,
  memory,
}: Subject): Promise<BenchReport> {
  const generator = (await findWrk(folder)) ?? ownGenerator;
  await using server = await servePages(release, 'remembers');
  const { origin, pid } = server;
  const [permalink = ''] = permalinks;
  const settings = { folder, generator };
  const results = await measureRememberedPage(server, permalink, release, settings);
  // What cold pages were asked for with.
  const list = join(folder, 'permalinks');
  await loadList({ origin, list, headers: {}, connections: COLD_CONNECTIONS });
  memory.push(readServerMemory('every page was asked for, those that have room remembered', pid));
  const report = reportCases(results, STATIC_PEERS);
  return {
    ...report,
    title: `A remembered page of ${size.toLocaleString('en')} reviews beside a static file`,
    notes: [
      ...report.notes,
      'Peers serve the file that npm run build made of the same page: the same bytes.',
      describeRounds(REMEMBERED_ROUNDS),
      generator.note,
    ],
  };
}
