import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { prepareEleventy } from '../build/eleventy-site.ts';
import { prepareHugo } from '../build/hugo-site.ts';
import type { BuildFolders } from '../build/site-files.ts';
import { type Child, type Command, finish, startChild } from '../process/process.ts';
import { waitForQuiet } from '../process/usage.ts';
import { createEditor, type Edit, saveEdit } from './review-edits.ts';
import { waitForWritten } from './written-file.ts';

type PeerBuilder = {
  readonly label: string;
  readonly prepare: (folders: BuildFolders) => Command;
  readonly watchArguments: readonly string[];
  readonly watchingSign: string;
  readonly reviewsFolderOf: (folders: BuildFolders) => string;
  readonly pageNameOf: (edit: Edit) => string;
};

export const AIMED_AT = 'Hugo';

export const PEER_BUILDERS: readonly PeerBuilder[] = [
  {
    label: AIMED_AT,
    prepare: prepareHugo,
    // It renders the page that was edited and the home page with its data files, and no other.
    watchArguments: ['--watch', '--quiet=false'],
    watchingSign: 'Watching for changes',
    reviewsFolderOf: ({ contentDir }) => join(contentDir, 'reviews'),
    pageNameOf: ({ file }) => basename(file, '.md'),
  },
  {
    label: 'Eleventy',
    prepare: prepareEleventy,
    watchArguments: ['--watch', '--incremental'],
    watchingSign: 'Watching',
    reviewsFolderOf: ({ folder }) => join(folder, 'input', 'reviews'),
    pageNameOf: ({ reviewId }) => reviewId,
  },
];

export type PeerWay = 'command' | 'watch';

/** From a save until reviews.json, or the page of the review, was written; or why that is unknown. */
export type PeerResult = {
  readonly label: string;
  readonly isDataOnly: boolean;
  readonly way: PeerWay;
  readonly milliseconds: readonly number[];
  readonly failure: string | undefined;
};

type Site = {
  readonly peer: PeerBuilder;
  readonly command: Command;
  readonly dataset: string;
  readonly shownIn: (edit: Edit) => string;
  readonly nextEdit: () => Edit;
};

/** Once a way of a peer has had this long, no further edit is made, but for the least number. */
export const ENOUGH_MILLISECONDS = 30_000;
export const MOST_EDITS = 9;
export const LEAST_EDITS = 3;
/** Hugo looks for changes so often; edits must not keep step with that. */
const WATCH_BEAT_MILLISECONDS = 500;
/** Multiples of it spread evenly between 0 and 1, however many they are. */
const GOLDEN_SHARE = 0.618;

export async function measurePeer(
  peer: PeerBuilder,
  folder: string,
  contentDir: string,
  isDataOnly: boolean,
): Promise<PeerResult[]> {
  mkdirSync(folder, { recursive: true });
  const outDir = join(folder, 'out');
  const folders = { folder, contentDir, outDir, isDataOnly };
  const command = peer.prepare(folders);
  const dataset = join(outDir, 'reviews.json');
  const pageOf = (edit: Edit) => join(outDir, 'reviews', peer.pageNameOf(edit), 'index.html');
  const site: Site = {
    peer,
    command,
    dataset,
    shownIn: (edit) => (isDataOnly ? dataset : pageOf(edit)),
    nextEdit: createEditor(peer.reviewsFolderOf(folders)),
  };
  const results: PeerResult[] = [];
  for (const way of ['command', 'watch'] as const) {
    const milliseconds: number[] = [];
    let failure: string | undefined;
    try {
      await (way === 'command' ? measureCommand : measureWatch)(site, milliseconds);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    results.push({ label: peer.label, isDataOnly, way, milliseconds, failure });
  }
  return results;
}

async function measureCommand(site: Site, milliseconds: number[]): Promise<void> {
  const { command, shownIn, nextEdit } = site;
  // The first build makes all folders; the others find them.
  await using first = await startPeer(command);
  await endsInTime(first);
  await repeat(milliseconds, async () => {
    const edit = nextEdit();
    const start = performance.now();
    saveEdit(edit);
    await using child = await startPeer(command);
    const time = await waitForWritten(shownIn(edit), edit.marker, { ...boundsOf(child), start });
    await endsInTime(child);
    return time;
  });
}

async function measureWatch(site: Site, milliseconds: number[]): Promise<void> {
  const { peer, command, dataset, shownIn, nextEdit } = site;
  rmSync(dataset, { force: true });
  await using child = await startPeer(command, peer.watchArguments);
  await waitForWritten(dataset, '"reviews":', {
    ...boundsOf(child),
    start: performance.now(),
    what: 'the first build',
  });
  await says(child, peer.watchingSign);
  await repeat(milliseconds, async () => {
    await waitForQuiet(child.pid, LONGEST_MILLISECONDS);
    await elapse(((milliseconds.length * GOLDEN_SHARE) % 1) * WATCH_BEAT_MILLISECONDS);
    const edit = nextEdit();
    const start = performance.now();
    saveEdit(edit);
    return waitForWritten(shownIn(edit), edit.marker, { ...boundsOf(child), start });
  });
}

async function repeat(milliseconds: number[], measure: () => Promise<number>): Promise<void> {
  const start = performance.now();
  const isEnough = () => performance.now() - start > ENOUGH_MILLISECONDS;
  while (milliseconds.length < MOST_EDITS) {
    if (milliseconds.length >= LEAST_EDITS && isEnough()) return;
    milliseconds.push(await measure());
  }
}

export const LONGEST_MILLISECONDS = 120_000;
const SAYS_PAUSE_MILLISECONDS = 20;

function startPeer({ program, args, cwd }: Command, more: readonly string[] = []): Promise<Child> {
  return startChild(program, [...args, ...more], { cwd });
}

/** How long to wait for what a peer writes, and a check that throws where it has failed meanwhile. */
function boundsOf(child: Child) {
  let failure: Error | undefined;
  void child.ended.then((code) => {
    if (code !== 0) failure = new Error(`it ended with code ${code}: ${child.output().trim()}`);
  });
  const checkWriter = () => {
    if (failure) throw failure;
  };
  return { longestMilliseconds: LONGEST_MILLISECONDS, checkWriter };
}

/** Waits until a peer has written a text to its terminal. Throws an Error where that takes too long. */
async function says(child: Child, text: string): Promise<void> {
  const end = performance.now() + LONGEST_MILLISECONDS;
  while (!child.output().includes(text)) {
    if (performance.now() > end) throw new Error(`it does not say "${text}"`);
    await elapse(SAYS_PAUSE_MILLISECONDS);
  }
}

async function endsInTime(child: Child): Promise<void> {
  const late = elapse(LONGEST_MILLISECONDS, undefined, { ref: false });
  if ((await Promise.race([finish(child), late])) === undefined) {
    throw new Error(`a build took longer than ${LONGEST_MILLISECONDS / 1000} s`);
  }
}
