/**
 * Pages that are rendered when they are asked for, and remembered ones beside a static file.
 * cold-pages.ts asks a server that remembers nothing, event-loop.ts watches such a server while
 * others read too, cold-lists.ts asks the list new questions, and report.ts has the other tables.
 */

import { join } from 'node:path';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import { fileOfPage } from '#release/page-addresses.ts';
import { type Bench, byRelease, type ReleaseRun } from '../bench.ts';
import {
  type CaseResult,
  CPU_NOTE,
  completeCase,
  EXPRESS,
  measureCase,
  NGINX,
  reportCases,
} from '../conditional/cases.ts';
import { findGenerator, loadList } from '../load/load.ts';
import { readPeakMegabytes, readTreeMegabytes } from '../process/usage.ts';
import type { BenchReport } from '../report.ts';
import { describeRounds } from '../rounds.ts';
import { reportColdLists } from './cold-lists.ts';
import {
  COLD_CONNECTIONS,
  listPermalinks,
  measureColdPages,
  measurePageKinds,
} from './cold-pages.ts';
import { measureEventLoop, servePages } from './event-loop.ts';
import { reportColdPages, reportEventLoop, reportPageKinds } from './report.ts';

/** From this size on a round is long enough for fewer of them. */
const LARGE_SIZE = 10_000;
const COLD_ROUNDS = { small: 5, large: 3 };
const STATIC_PEERS = [NGINX, EXPRESS];
const REMEMBERED_ROUNDS = { rounds: 5, seconds: 2, warmUpSeconds: 1, connections: 32 };

type MemoryRow = [after: string, megabytes: number | null, peakMegabytes: number | null];

export const bench: Bench = {
  sizes: [1000, 10_000],
  run: byRelease(async (run) => {
    const { size, release, folder, progress } = run;
    const memory: MemoryRow[] = [];
    progress('cold pages');
    const { permalinks, reports } = await runCold(run, memory);
    progress('remembered pages');
    const remembered = await runRemembered(run, permalinks, memory);
    progress('the event loop');
    const stretches = await measureEventLoop(release, permalinks, folder);
    progress('lists');
    const lists = await reportColdLists(size, release, folder);
    return [
      ...reports,
      remembered,
      reportEventLoop(size, stretches),
      lists,
      {
        title: `Memory of the server, ${size.toLocaleString('en')} reviews`,
        columns: ['after', 'MB (PSS)', 'peak MB (VmHWM)'],
        rows: memory,
        notes: [
          'For information: memory is aimed at later. Content is not watched here (WATCH=off).',
        ],
      },
    ];
  }),
};

async function runCold({ size, release, folder, notes }: ReleaseRun, memory: MemoryRow[]) {
  await using server = await servePages(release, 'forgets');
  const permalinks = await listPermalinks(server.origin);
  const [permalink = ''] = permalinks;
  memory.push(memoryAfter('its start', server.pid));
  const rounds = size < LARGE_SIZE ? COLD_ROUNDS.small : COLD_ROUNDS.large;
  const cold = await measureColdPages(server, permalinks, { folder, rounds });
  memory.push(memoryAfter('cold pages, none of them remembered', server.pid));
  const kinds = await measurePageKinds(server, permalink);
  const reports = [reportColdPages(size, cold, notes), reportPageKinds(size, kinds)];
  return { permalinks, reports };
}

/** Of a server as it is deployed, beside servers of the file that a build makes. */
async function runRemembered(
  { size, release, folder }: ReleaseRun,
  permalinks: readonly string[],
  memory: MemoryRow[],
): Promise<BenchReport> {
  const generator = await findGenerator(folder);
  await using server = await servePages(release, 'remembers');
  const { origin, pid } = server;
  const [path = ''] = permalinks;
  const outlines = [
    { label: 'a remembered page', path, hasAim: true },
    {
      label: 'the same in brotli',
      path,
      peerPath: `/${fileOfPage(path)}.br`,
      headers: { 'Accept-Encoding': 'br' },
      hasAim: true,
    },
  ];
  const root = join(release.outDir, PUBLIC_FOLDER);
  const options = { folder, root, peers: STATIC_PEERS, generator, rounds: REMEMBERED_ROUNDS };
  const results: CaseResult[] = [];
  for (const outline of outlines) {
    results.push(await measureCase(await completeCase(origin, outline), server, options));
  }
  // The paths of the cold pages.
  const list = join(folder, 'permalinks');
  await loadList({ origin, list, headers: {}, connections: COLD_CONNECTIONS });
  memory.push(memoryAfter('every page was asked for, those that have room remembered', pid));
  const report = reportCases(results, STATIC_PEERS);
  return {
    ...report,
    title: `A remembered page of ${size.toLocaleString('en')} reviews beside a static file`,
    notes: [
      ...report.notes,
      'Peers serve the file that npm run build made of the same page: the same bytes.',
      `${describeRounds(REMEMBERED_ROUNDS)} ${CPU_NOTE}`,
      generator.note,
    ],
  };
}

function memoryAfter(after: string, pid: number): MemoryRow {
  return [after, readTreeMegabytes(pid), readPeakMegabytes(pid)];
}
