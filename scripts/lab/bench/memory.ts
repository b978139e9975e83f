import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeBenchContent } from './bench-content.ts';
import { BENCH_BASE_URL, type BenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import { ask } from './load/ask.ts';
import { MemoryWatch, type Peak } from './memory/memory-watch.ts';
import { probeEnvironment, readThreads, type ThreadMemory } from './memory/thread-memory.ts';
import { listPermalinks } from './pages/permalinks.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { settle } from './publish/publishing-sidecar.ts';
import { createEditor, saveEdit } from './publish/review-edits.ts';
import { describeRun } from './run-notes.ts';
import { type ServingSidecar, serveSidecar } from './server/serve-sidecar.ts';

const SIZES = [10_000, 100_000];
/** The most MB that all processes of a service may hold at any time, by the number of reviews. */
const AIMS: ReadonlyMap<number, number> = new Map([
  [10_000, 350],
  [100_000, 1_200],
]);
/** More than the memo has room for. */
const PAGES = 6_000;
const AT_ONCE = 16;
const EDITS = 40;
const EDIT_PAUSE_MILLISECONDS = 500;
const POLL_MILLISECONDS = 5;
/** What is not needed any more may take so long to go. */
const REST_MILLISECONDS = 10_000;

type Stage = {
  readonly label: string;
  readonly peak: Peak;
  readonly threads: readonly ThreadMemory[];
};

/** What the service holds from its first start on, all its processes and threads together. */
export const bench: Bench = {
  name: 'memory',
  about: 'what the service holds: its first start, the next one, pages, edit after edit',
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const notes = describeRun();
      await using folder = createTemporaryFolder();
      progress(`writing ${size} reviews`);
      const release = await prepare(folder.path, size);
      const stages = [
        ...(await watchLife(release, folder.path, 'first start', progress)),
        ...(await watchLife(release, folder.path, 'next start', progress)),
      ];
      reports.push(...createReports(size, stages, notes));
    }
    return reports;
  },
};

async function prepare(folder: string, size: number): Promise<BenchRelease> {
  const release = {
    contentDir: join(folder, 'content'),
    outDir: join(folder, 'dist'),
    stateDir: join(folder, 'state'),
    baseUrl: BENCH_BASE_URL,
  };
  await writeBenchContent(release.contentDir, size);
  return release;
}

/** One life of a service: it starts, is read and edited, and rests. */
async function watchLife(
  release: BenchRelease,
  folder: string,
  start: 'first start' | 'next start',
  progress: (message: string) => void,
): Promise<Stage[]> {
  const probes = join(folder, start.replace(' ', '-'));
  mkdirSync(probes);
  const stages: Stage[] = [];
  progress(start);
  await using resources = new AsyncDisposableStack();
  let watch: MemoryWatch | undefined;
  const server = resources.use(
    await serveSidecar(release, {
      environment: { WATCH: 'content', ...probeEnvironment(probes) },
      mayBuild: true,
      onStarted: ({ pid }) => {
        watch = resources.use(new MemoryWatch(pid));
      },
    }),
  );
  const end = (label: string) => {
    stages.push({ label, peak: watch?.endStage() ?? NOTHING_SEEN, threads: readThreads(probes) });
  };
  await settle(server, true);
  end(`${start}, until all is done`);
  if (start === 'first start') return stages;
  progress('asking for pages');
  await fillMemo(server);
  end('memo of pages full');
  progress('editing one review again and again');
  await editAgain(server, release);
  end(`${EDITS} edits of one review`);
  await settle(server, true);
  end('the variants that follow');
  await setTimeout(REST_MILLISECONDS);
  end('at rest');
  return stages;
}

const NOTHING_SEEN: Peak = { pss: null, rss: null };

/** Asks for as many pages as are remembered and more, each in brotli as browsers do. */
async function fillMemo({ origin }: ServingSidecar): Promise<void> {
  const paths = (await listPermalinks(origin)).slice(0, PAGES);
  let next = 0;
  const askNext = async (): Promise<void> => {
    for (let path = paths[next++]; path; path = paths[next++]) {
      const { status } = await ask({ url: origin + path, headers: { 'accept-encoding': 'br' } });
      if (status !== 200) throw new Error(`${path} answers ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
}

async function editAgain({ origin }: ServingSidecar, { contentDir }: BenchRelease): Promise<void> {
  const edit = createEditor(join(contentDir, 'reviews'))();
  for (let number = 0; number < EDITS; number++) {
    const before = await etagOf(origin);
    saveEdit({ ...edit, text: edit.text.replace(edit.marker, `${edit.marker} ${number}`) });
    while ((await etagOf(origin)) === before) await setTimeout(POLL_MILLISECONDS);
    await setTimeout(EDIT_PAUSE_MILLISECONDS);
  }
}

async function etagOf(origin: string): Promise<string | null> {
  const { headers } = await fetch(`${origin}/reviews.json`, { method: 'HEAD' });
  return headers.get('etag');
}

function createReports(
  size: number,
  stages: readonly Stage[],
  notes: readonly string[],
): BenchReport[] {
  const reviews = `${size.toLocaleString('en')} reviews`;
  const atMost = AIMS.get(size);
  const peaks = stages.flatMap(({ peak }) => peak.pss ?? []);
  return [
    {
      title: `Memory of the service with ${reviews}`,
      columns: ['peak while', 'PSS, MB', 'RSS, MB'],
      rows: stages.map(({ label, peak }) => [label, peak.pss, peak.rss]),
      ratios:
        atMost === undefined
          ? []
          : [
              {
                what: 'peak of all processes, MB',
                value: peaks.length > 0 ? Math.max(...peaks) : null,
                aim: { atMost },
              },
            ],
      notes: [
        'The sum over the service’s processes, of pages of memory that several share each one’s part (PSS), sampled once a second; RSS counts those in each. The bundle of the pages is in place.',
        ...notes,
      ],
    },
    {
      title: `What its threads hold with ${reviews}, MB`,
      columns: ['at the end of', 'thread', 'heap used', 'heap reserved', 'buffers'],
      rows: stages.flatMap(({ label, threads }) =>
        threads.map(({ name, used, reserved, buffers }) => [label, name, used, reserved, buffers]),
      ),
      ratios: [],
      notes: [
        'Buffers count for the thread that made them: those of the page coder are what the server remembers. reviews.json is memory that all threads share and is in none of these rows, nor is the program itself.',
      ],
    },
  ];
}
