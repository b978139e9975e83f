import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Command } from '../process/measured-command.ts';
import { waitForQuiet } from '../process/process-tree.ts';
import { boundsOf, endsInTime, LONGEST_MILLISECONDS, says, startPeer } from './peer-process.ts';
import type { PeerBuilder } from './peers.ts';
import { createEditor, type Edit, saveEdit } from './review-edits.ts';
import { waitForWritten } from './written-file.ts';

/** How a peer rebuilds: a whole process after the edit, or its own watch mode. */
export type PeerWay = 'command' | 'watch';

/**
 * How long a peer took from a save until it had written reviews.json or, where it makes pages, the
 * page of the review; or why that is not known.
 */
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
  /** The file that has to show an edit. */
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

/** Measures a peer on a content folder of its own, in both of its ways, one after the other. */
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
  const run = () => startPeer(command);
  // The first build makes all folders; the others find them.
  await using first = await run();
  await endsInTime(first);
  await repeat(milliseconds, async () => {
    const edit = nextEdit();
    const started = performance.now();
    saveEdit(edit);
    await using child = await run();
    const time = await waitForWritten(shownIn(edit), edit.marker, {
      ...boundsOf(child),
      start: started,
    });
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
    await setTimeout(((milliseconds.length * GOLDEN_SHARE) % 1) * WATCH_BEAT_MILLISECONDS);
    const edit = nextEdit();
    const started = performance.now();
    saveEdit(edit);
    return waitForWritten(shownIn(edit), edit.marker, { ...boundsOf(child), start: started });
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
