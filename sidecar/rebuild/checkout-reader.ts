import { setTimeout } from 'node:timers/promises';
import { placeOf } from '#dataset/read-content.ts';
import { type GitLock, gitMarkOf } from './watch/git-lock.ts';
import type { Dirty } from './watch/watch-content.ts';

/** A git that is busy all the time must not keep edits from being published for ever. */
const MAX_READINGS = 5;

/**
 * Reads the editors' folder between two checkouts of git and never across one, so that no mix of
 * two commits is published.
 */
export class CheckoutReader {
  readonly #contentDir: string;
  readonly #lock: GitLock;
  /** How git stood when the folder was read last; undefined where it was read across a checkout. */
  #mark: string | undefined;

  /** `lock`: one for as long as edits are followed, since it remembers a lock that git left behind. */
  constructor(contentDir: string, lock: GitLock) {
    this.#contentDir = contentDir;
    this.#lock = lock;
  }

  /**
   * Reads what may have changed; everything where git moved since the last reading, as the paths
   * of a checkout come one by one, and late on a busy machine. `read` returns whether anything
   * changed, and so does this.
   */
  async read(dirty: Dirty, read: (dirty: Dirty) => boolean): Promise<boolean> {
    let isChanged = false;
    for (let reading = 1; ; reading++) {
      const folder = placeOf(this.#contentDir);
      if (folder === undefined) return read(dirty) || isChanged;
      await this.#waitForGit(folder);
      const mark = gitMarkOf(folder);
      const hasMoved = mark !== this.#mark;
      isChanged = read(hasMoved ? { ...dirty, everything: true } : dirty) || isChanged;
      // Also asked for itself: times of files count milliseconds, and git takes its lock twice in one.
      const isWhole = this.#lock.holdMs(folder) === 0 && gitMarkOf(folder) === mark;
      this.#mark = isWhole ? mark : undefined;
      if (isWhole || reading === MAX_READINGS) return isChanged;
    }
  }

  async #waitForGit(folder: string): Promise<void> {
    for (let ms = this.#lock.holdMs(folder); ms > 0; ms = this.#lock.holdMs(folder)) {
      await setTimeout(ms);
    }
  }
}
