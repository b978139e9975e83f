import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Bench } from './bench.ts';
import { createEditor, timeEdit, writeReviews } from './content.ts';
import {
  hasPages,
  pssMegabytes,
  type Server,
  startSidecar,
  until,
  untilQuiet,
} from './programs.ts';

/** The most there may be, by the number of reviews: milliseconds, and megabytes of all processes. */
const START_AIMS: Readonly<Record<number, number>> = { 1000: 400, 10000: 700 };
const MEMORY_AIMS: Readonly<Record<number, number>> = { 10000: 350, 100000: 2048 };
const EDIT_AIM_MILLISECONDS = 2000;

const STARTS = 5;
const EDITS = 30;
/** More than are remembered. */
const PAGES = 6000;
const AT_ONCE = 16;
const SAMPLE_MILLISECONDS = 250;
const REST_MILLISECONDS = 5000;

const subject = 'Testimony';

export const bench: Bench = {
  about: 'starts, the first edit after one, and the memory of all processes (PSS)',
  size: 10_000,
  run: async ({ size, folder, table, progress }) => {
    progress('writing the content');
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    const nextEdit = createEditor(join(contentDir, 'reviews'));
    // Returns at once: what follows is measured.
    const launch = () => startSidecar({ contentDir, folder, isReady: async () => true });

    const peaks: number[] = [];
    const addPeak = (work: string, { takePeak }: ReturnType<typeof watchMemory>) => {
      const value = takePeak();
      peaks.push(value);
      table.row({ work: `peak memory, ${work}`, subject, value, unit: 'MB' });
    };
    {
      progress('the first start, which reads all reviews');
      await using sidecar = await launch();
      using memory = watchMemory(sidecar.pid);
      await untilReady(sidecar);
      addPeak('first start', memory);
    }

    progress('further starts, and an edit after each');
    const starts: number[] = [];
    const edits: number[] = [];
    for (let start = 0; start < STARTS; start++) {
      const launchedAt = performance.now();
      await using sidecar = await launch();
      const url = `${sidecar.origin}/reviews.json`;
      const isServed = () => answers(url).catch(() => false);
      await until(isServed, 'the first answer', { program: sidecar });
      starts.push(performance.now() - launchedAt);
      edits.push(await timeEdit(url, nextEdit()));
    }
    const aimOf = (atMost: number | undefined) => (atMost === undefined ? undefined : { atMost });
    const place = { subject, unit: 'ms' };
    table.row({
      ...place,
      work: 'start → first answer',
      value: starts,
      aim: aimOf(START_AIMS[size]),
    });
    const aim = aimOf(EDIT_AIM_MILLISECONDS);
    table.row({ ...place, work: 'first edit after a start', value: edits, aim });

    await using sidecar = await launch();
    using memory = watchMemory(sidecar.pid);
    await untilReady(sidecar);
    addPeak('next start', memory);
    progress('asking for pages');
    await fillMemo(sidecar);
    addPeak('pages', memory);
    progress('edits');
    const url = `${sidecar.origin}/reviews.json`;
    for (let edit = 0; edit < EDITS; edit++) await timeEdit(url, nextEdit());
    await untilQuiet(sidecar.pid);
    addPeak(`${EDITS} edits`, memory);
    await wait(REST_MILLISECONDS);
    const value = pssMegabytes(sidecar.pid);
    table.row({ work: 'memory at rest after the edits', subject, value, unit: 'MB' });
    const most = { value: Math.max(...peaks), aim: aimOf(MEMORY_AIMS[size]) };
    table.row({ work: 'peak memory', subject, ...most, unit: 'MB' });
  },
};

/** Samples the memory of all processes. `takePeak` returns the most megabytes since its last call. */
function watchMemory(pid: number) {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, pssMegabytes(pid));
  };
  const timer = setInterval(sample, SAMPLE_MILLISECONDS);
  const takePeak = () => {
    const taken = peak;
    peak = 0;
    return taken;
  };
  return { takePeak, [Symbol.dispose]: () => clearInterval(timer) };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.bytes();
  return response.ok;
}

async function untilReady(program: Server): Promise<void> {
  const isReady = () => hasPages(program.origin).catch(() => false);
  await until(isReady, 'the start', { program, seconds: 900 });
  await untilQuiet(program.pid);
}

const Reviews = z.object({ reviews: z.array(z.object({ url: z.url() })) });

async function fillMemo({ origin }: Server): Promise<void> {
  const { reviews } = Reviews.parse(await (await fetch(`${origin}/reviews.json`)).json());
  const paths = reviews.slice(0, PAGES).map(({ url }) => new URL(url).pathname);
  const askNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const response = await fetch(origin + path);
      if (!response.ok) throw new Error(`${path} answers ${response.status}`);
      await response.bytes();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
}
