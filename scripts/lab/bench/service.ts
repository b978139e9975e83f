import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Bench, Run } from './bench.ts';
import { createEditor, type Edit, timeEdit, writeReviews } from './content.ts';
import { pssMegabytes, type Server, until, untilQuiet } from './programs.ts';
import { hasPages, startSidecar } from './sidecar.ts';
import { OWN } from './table.ts';

/** The bounds by the number of reviews, in milliseconds and in megabytes of all processes. */
const START_AIMS: Readonly<Record<number, number>> = { 1000: 400, 10000: 700 };
const MEMORY_AIMS: Readonly<Record<number, number>> = { 10000: 350, 100000: 2048 };
const EDIT_AIM = { atMost: 2000 };

const STARTS = 5;
const EDITS = 30;
/** More pages than are remembered. */
const PAGES = 6000;
const AT_ONCE = 16;
const SAMPLE_MILLISECONDS = 250;

export const bench: Bench = {
  about: 'the memory of all processes (PSS), starts, and the first edit after one',
  size: 10_000,
  run: async (run) => {
    const contentDir = join(run.folder, 'content');
    await writeReviews(contentDir, run.size);
    const nextEdit = createEditor(join(contentDir, 'reviews'));
    await measureMemory(run, contentDir, nextEdit);
    await measureStarts(run, contentDir, nextEdit);
  },
};

/** Measures the peak of memory from a first launch on, while all is used. */
async function measureMemory(
  { size, folder, table }: Run,
  contentDir: string,
  nextEdit: () => Edit,
): Promise<void> {
  // Returns at once: the start is measured as well.
  await using sidecar = await startSidecar({ contentDir, folder, isReady: async () => true });
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, pssMegabytes(sidecar.pid));
  };
  const timer = setInterval(sample, SAMPLE_MILLISECONDS);
  const isReady = () => hasPages(sidecar.origin).catch(() => false);
  await until(isReady, 'the start', { program: sidecar, seconds: 900 });
  await untilQuiet(sidecar.pid);
  await fillMemo(sidecar);
  for (let edit = 0; edit < EDITS; edit++) {
    await timeEdit(`${sidecar.origin}/reviews.json`, nextEdit());
  }
  await untilQuiet(sidecar.pid);
  clearInterval(timer);
  const work = 'peak memory: start, pages, edits';
  table.compare({ work, unit: 'MB', figures: { [OWN]: [peak] }, aim: aimOf(MEMORY_AIMS[size]) });
}

async function measureStarts(
  { size, folder, table }: Run,
  contentDir: string,
  nextEdit: () => Edit,
): Promise<void> {
  const starts: number[] = [];
  const edits: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const launchedAt = performance.now();
    await using sidecar = await startSidecar({ contentDir, folder, isReady: hasData });
    starts.push(performance.now() - launchedAt);
    edits.push(await timeEdit(`${sidecar.origin}/reviews.json`, nextEdit()));
  }
  const aim = aimOf(START_AIMS[size]);
  table.compare({ work: 'start → first answer', unit: 'ms', figures: { [OWN]: starts }, aim });
  const work = 'first edit after a start';
  table.compare({ work, unit: 'ms', figures: { [OWN]: edits }, aim: EDIT_AIM });
}

function aimOf(atMost: number | undefined) {
  return atMost === undefined ? undefined : { atMost };
}

async function hasData(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/reviews.json`);
  await response.bytes();
  return response.ok;
}

const Reviews = z.object({ reviews: z.array(z.object({ url: z.url() })) });

async function fillMemo({ origin }: Server): Promise<void> {
  const { reviews } = Reviews.parse(await (await fetch(`${origin}/reviews.json`)).json());
  const askFor = async ({ url }: { readonly url: string }) => {
    const response = await fetch(origin + new URL(url).pathname);
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    await response.bytes();
  };
  await pLimit(AT_ONCE).map(reviews.slice(0, PAGES), askFor);
}
