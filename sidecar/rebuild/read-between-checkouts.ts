import { setTimeout } from 'node:timers/promises';
import { placeOf } from '#dataset/read-content.ts';
import { GitLock, gitMarkOf } from './watch/git-lock.ts';
import type { Dirty } from './watch/watch-content.ts';

/** A git that is busy all the time must not keep edits from being published for ever. */
const MAX_READINGS = 5;

const EVERYTHING: Dirty = { paths: new Set(), everything: true };

/**
 * Reads the editors' folder between two checkouts of git and never across the beginning of one, so
 * that no mix of two commits is published: where git moved meanwhile, everything is read again.
 * `read` returns whether anything changed, and so does this.
 */
export async function readBetweenCheckouts(
  contentDir: string,
  dirty: Dirty,
  read: (dirty: Dirty) => boolean,
): Promise<boolean> {
  const lock = new GitLock({ now: () => performance.now(), warn: () => {} });
  let isChanged = false;
  for (let reading = 1; ; reading++) {
    const folder = placeOf(contentDir);
    if (folder === undefined) return read(dirty) || isChanged;
    for (let ms = lock.holdMs(folder); ms > 0; ms = lock.holdMs(folder)) await setTimeout(ms);
    const mark = gitMarkOf(folder);
    isChanged = read(reading === 1 ? dirty : EVERYTHING) || isChanged;
    if (gitMarkOf(folder) === mark || reading === MAX_READINGS) return isChanged;
  }
}
