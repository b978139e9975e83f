import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Bench, Run } from './bench.ts';
import { createEditor, timeEdit, writeReviews } from './content.ts';
import { prepareSite } from './peers/sites.ts';
import { start, until, untilQuiet } from './programs.ts';
import { startSidecar } from './sidecar.ts';
import { OWN } from './table.ts';

/** The most milliseconds from a save until reviews.json is served, by the number of reviews. */
const AIMS: Readonly<Record<number, number>> = { 1000: 70, 10000: 300, 100000: 5000 };
const PAGE_AIM_MILLISECONDS = 20;
const EDITS = 15;
/** The most time for edits. Three are made in any case. */
const ENOUGH_MILLISECONDS = 40_000;
const FIRST_BUILD_SECONDS = 900;
/** The interval at which Hugo looks for changes. Edits must not fall into step with it. */
const WATCH_MILLISECONDS = 500;

/**
 * The time from saving a review until its new text is served or, as Hugo only watches and writes
 * files, is in its file. Each edit is of another review, and made while all processes are idle.
 */
export const bench: Bench = {
  about: 'from saving a review until it is served, beside Hugo watching',
  size: 1000,
  programs: ['hugo'],
  run: async (run) => {
    const { size, folder, table } = run;
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    const ours = await timeOurs(run, contentDir);
    const work = 'save → reviews.json';
    const data = table.compare({
      ...{ work, unit: 'ms', ratios: { Hugo: { atLeast: 3 } } },
      figures: { [OWN]: ours.data, Hugo: await timeHugo(run, contentDir) },
      aim: AIMS[size] === undefined ? undefined : { atMost: AIMS[size] },
    });
    table.compare({
      ...{ work: 'save → page of the review', unit: 'ms', figures: { [OWN]: ours.page } },
      aim: { atMost: data + PAGE_AIM_MILLISECONDS },
    });
  },
};

async function timeOurs({ folder }: Run, contentDir: string) {
  await using sidecar = await startSidecar({ contentDir, folder });
  const { origin, pid } = sidecar;
  const nextEdit = createEditor(join(contentDir, 'reviews'));
  const data = await repeat(pid, () => timeEdit(`${origin}/reviews.json`, nextEdit()));
  const page = await repeat(pid, () => {
    const edit = nextEdit();
    return timeEdit(`${origin}/reviews/${edit.id}/`, edit);
  });
  return { data, page };
}

async function timeHugo({ folder }: Run, contentDir: string): Promise<number[]> {
  const { folder: cwd, reviews, out, command, args } = prepareSite('hugo', contentDir, folder);
  // It then renders the page that was edited and the home page with its data.
  await using program = await start(command, [...args, '--watch'], { cwd });
  const hasData = createFileReader(join(out, 'reviews.json'));
  const isBuilt = () => hasData('"reviews":');
  await until(isBuilt, 'the first build', { program, seconds: FIRST_BUILD_SECONDS });
  const nextEdit = createEditor(reviews);
  return await repeat(program.pid, async () => {
    await setTimeout(Math.random() * WATCH_MILLISECONDS);
    const { marker, save } = nextEdit();
    const savedAt = performance.now();
    save();
    await until(() => hasData(marker), 'the edit', { program });
    return performance.now() - savedAt;
  });
}

/** Returns some times, each taken while a process and all that it started are idle. */
async function repeat(pid: number, measure: () => Promise<number>): Promise<number[]> {
  const end = performance.now() + ENOUGH_MILLISECONDS;
  const times: number[] = [];
  while (times.length < EDITS && (times.length < 3 || performance.now() < end)) {
    await untilQuiet(pid);
    times.push(await measure());
  }
  return times;
}

/** Reads a file if it was written to. Returns true if it is complete and has the text. */
function createFileReader(file: string): (text: string) => boolean {
  let seen = 0;
  return (text) => {
    const { size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (size === 0 || mtimeMs === seen) return false;
    const content = readFileSync(file);
    if (!/\]\}\s*$/.test(content.subarray(-16).toString('latin1'))) return false;
    seen = mtimeMs;
    return content.includes(text);
  };
}
