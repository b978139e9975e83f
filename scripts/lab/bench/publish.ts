import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Bench, Run } from './bench.ts';
import { createEditor, timeEdit, writeReviews } from './content.ts';
import { prepareSites, type Site } from './peers/sites.ts';
import { start, until, untilQuiet } from './programs.ts';
import { startSidecar } from './sidecar.ts';

/** The most milliseconds from a save until reviews.json is served, by the number of reviews. */
const AIMS: Readonly<Record<number, number>> = { 1000: 70, 10000: 300, 100000: 5000 };
const PAGE_AIM_MILLISECONDS = 20;
const PEER_AIM = { atLeast: 3 };
const EDITS = 15;
/** The most time for edits. Three are made in any case. */
const ENOUGH_MILLISECONDS = 40_000;
const FIRST_BUILD_SECONDS = 900;
/** The interval at which Hugo looks for changes. Edits must not fall into step with it. */
const WATCH_MILLISECONDS = 500;

const DATA = 'save → reviews.json';
const PAGE = 'save → page of the review';

/** Medians in milliseconds; undefined if they were not measured. */
type Medians = { readonly data: number | undefined; readonly page: number | undefined };

/**
 * The time from saving a review until its new text is served or, as peers only watch and write
 * files, is in the file of the peer. Each edit is of another review, and made while all processes
 * are idle.
 */
export const bench: Bench = {
  about: 'from saving a review until it is served, beside Hugo and Eleventy watching',
  size: 1000,
  programs: ['hugo'],
  run: async (run) => {
    const { size, folder, table, progress } = run;
    progress('writing the content');
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    const sites = prepareSites(contentDir, folder);
    const ours = await measureOurs(run, contentDir);
    const peers: Medians[] = [];
    for (const site of sites) peers.push(await measurePeer(run, site));
    for (const [work, place] of [
      [DATA, 'data'],
      [PAGE, 'page'],
    ] as const) {
      const fastest = Math.min(...peers.map((medians) => medians[place] ?? Infinity));
      const of = [Number.isFinite(fastest) ? fastest : undefined, ours[place]] as const;
      table.ratio({ work, subject: 'fastest peer / ours', of, aim: PEER_AIM });
    }
  },
};

async function measureOurs({ size, folder, table, progress }: Run, contentDir: string) {
  progress('Testimony: its first start');
  await using sidecar = await startSidecar({ contentDir, folder });
  progress('Testimony: edits');
  const { origin, pid } = sidecar;
  const nextEdit = createEditor(join(contentDir, 'reviews'));
  const data: number[] = [];
  const page: number[] = [];
  await repeat(async () => {
    await untilQuiet(pid);
    data.push(await timeEdit(`${origin}/reviews.json`, nextEdit()));
    await untilQuiet(pid);
    const edit = nextEdit();
    page.push(await timeEdit(`${origin}/reviews/${edit.id}/`, edit));
  });
  const subject = 'Testimony';
  const atMost = AIMS[size];
  const aim = atMost === undefined ? undefined : { atMost };
  const ours = table.row({ work: DATA, subject, value: data, unit: 'ms', aim });
  const pageAim = ours === undefined ? undefined : { atMost: ours + PAGE_AIM_MILLISECONDS };
  return {
    data: ours,
    page: table.row({ work: PAGE, subject, value: page, unit: 'ms', aim: pageAim }),
  };
}

async function measurePeer({ table, progress }: Run, site: Site): Promise<Medians> {
  const { subject, folder: cwd, reviews, out, command, args, watch } = site;
  progress(`${subject}: its first build`);
  const data: number[] = [];
  const page: number[] = [];
  await table.attempt({ work: DATA, subject }, async () => {
    await using program = await start(command, [...args, ...watch], { cwd });
    const dataset = createFileReader(join(out, 'reviews.json'));
    const isBuilt = () => dataset('"reviews":');
    await until(isBuilt, 'the first build', { program, seconds: FIRST_BUILD_SECONDS });
    await untilQuiet(program.pid);
    progress(`${subject}: edits`);
    const nextEdit = createEditor(reviews);
    await repeat(async () => {
      await untilQuiet(program.pid);
      await setTimeout(Math.random() * WATCH_MILLISECONDS);
      const { id, marker, save } = nextEdit();
      const written = createFileReader(join(out, 'reviews', id, 'index.html'));
      const savedAt = performance.now();
      save();
      const timeOf = async (read: (text: string) => boolean) => {
        await until(() => read(marker), 'the edit', { program });
        return performance.now() - savedAt;
      };
      const [dataTime, pageTime] = await Promise.all([timeOf(dataset), timeOf(written)]);
      data.push(dataTime);
      page.push(pageTime);
    });
  });
  return {
    data: table.row({ work: DATA, subject, value: data, unit: 'ms' }),
    page: table.row({ work: PAGE, subject, value: page, unit: 'ms' }),
  };
}

async function repeat(measure: () => Promise<void>): Promise<void> {
  const end = performance.now() + ENOUGH_MILLISECONDS;
  for (let edit = 0; edit < EDITS && (edit < 3 || performance.now() < end); edit++) {
    await measure();
  }
}

/** Reads a file if it was written to. Returns true if it is complete and has the text. */
function createFileReader(file: string): (text: string) => boolean {
  let seen = '';
  return (text) => {
    const { ino = 0, size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    const state = [ino, size, mtimeMs].join();
    if (size === 0 || state === seen) return false;
    const content = readFileSync(file);
    const isWhole = /(\]\}|<\/html>)\s*$/.test(content.subarray(-16).toString('latin1'));
    if (!isWhole) return false;
    seen = state;
    return content.includes(text);
  };
}
