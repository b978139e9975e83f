import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Bench, bySize } from '../bench.ts';
import { ask } from '../load/ask.ts';
import { listPermalinks } from '../pages/cold-pages.ts';
import { type MemoryPeak, MemoryWatch } from '../process/usage.ts';
import { settle } from '../publish/own-run.ts';
import { createEditor, saveEdit } from '../publish/review-edits.ts';
import { BENCH_BASE_URL, type BenchRelease, writeBenchContent } from '../release.ts';
import { type BenchReport, ratioAtMost } from '../report.ts';
import { type Server, serveSidecar } from '../server/server.ts';

/** The most MB that all processes of a service may hold at any time, by the number of reviews. */
const AIMS: ReadonlyMap<number, number> = new Map([
  [10_000, 350],
  [100_000, 1_200],
]);
/** More than the memo has room for. */
const PAGES = 6_000;
const AT_ONCE = 16;
const EDITS = 40;
const SAMPLE_MILLISECONDS = 1000;
const EDIT_PAUSE_MILLISECONDS = 500;
const POLL_MILLISECONDS = 5;
const REST_MILLISECONDS = 10_000;

type Stage = {
  readonly label: string;
  readonly peak: MemoryPeak;
  readonly threads: readonly ThreadMemory[];
};

export const bench: Bench = {
  sizes: [10_000, 100_000],
  run: bySize(async ({ size, folder, notes, progress }) => {
    progress(`writing ${size} reviews`);
    const release = {
      contentDir: join(folder, 'content'),
      outDir: join(folder, 'dist'),
      stateDir: join(folder, 'state'),
      baseUrl: BENCH_BASE_URL,
    };
    await writeBenchContent(release.contentDir, size);
    const stages = [
      ...(await watchLife(release, folder, 'first start', progress)),
      ...(await watchLife(release, folder, 'next start', progress)),
    ];
    return createReports(size, stages, notes);
  }),
};

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
        watch = resources.use(new MemoryWatch(pid, SAMPLE_MILLISECONDS, ['Pss', 'Rss']));
      },
    }),
  );
  const end = (label: string) => {
    stages.push({ label, peak: watch?.takePeak() ?? NOTHING_SEEN, threads: readThreads(probes) });
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

const NOTHING_SEEN: MemoryPeak = { Pss: null, Rss: null };

/** Asks for as many pages as are remembered and more, each in brotli as browsers do. */
async function fillMemo({ origin }: Server): Promise<void> {
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

async function editAgain({ origin }: Server, { contentDir }: BenchRelease): Promise<void> {
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
  const peaks = stages.flatMap(({ peak }) => peak.Pss ?? []);
  const most = peaks.length > 0 ? Math.max(...peaks) : null;
  return [
    {
      title: `Memory of the service with ${reviews}`,
      columns: ['peak while', 'PSS, MB', 'RSS, MB'],
      rows: stages.map(({ label, peak }) => [label, peak.Pss, peak.Rss]),
      ratios: ratioAtMost('peak of all processes, MB', most, AIMS, size),
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
      notes: [
        'Buffers count for the thread that made them: those of the page coder are what the server remembers. reviews.json is memory that all threads share and is in none of these rows, nor is the program itself.',
      ],
    },
  ];
}

type ThreadMemory = {
  readonly name: string;
  readonly used: number;
  readonly reserved: number;
  readonly buffers: number;
};

const PROBE = fileURLToPath(new URL('./thread-probe.mjs', import.meta.url));
/** One that has not written for so long has ended. */
const STALE_MILLISECONDS = 2_000;

const Written = z.object({
  name: z.string(),
  at: z.number(),
  used: z.number(),
  reserved: z.number(),
  arrayBuffers: z.number(),
});

function probeEnvironment(folder: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${PROBE}`, MEMORY_PROBE_FOLDER: folder };
}

function readThreads(folder: string, now = Date.now()): ThreadMemory[] {
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  return readdirSync(folder)
    .flatMap((file) => readWritten(join(folder, file)) ?? [])
    .filter(({ at }) => now - at < STALE_MILLISECONDS)
    .map(({ name, used, reserved, arrayBuffers }) => ({
      name,
      used: megabytes(used),
      reserved: megabytes(reserved),
      buffers: megabytes(arrayBuffers),
    }))
    .sort((a, b) => Number(b.name === 'server') - Number(a.name === 'server'));
}

/** It may be written at this very moment. */
function readWritten(file: string): z.output<typeof Written> | undefined {
  try {
    return Written.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
