import { setTimeout } from 'node:timers/promises';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { placeOf } from '#dataset/read-content.ts';
import { explainReading } from './reading-fault.ts';
import { type GitLock, gitMarkOf } from './watch/git-lock.ts';
import { type Dirty, MAX_PATHS } from './watch/quiet-window.ts';

/** A git that is busy all the time must not keep edits from being published for ever. */
const MAX_READINGS = 5;

/**
 * Reads the editors' folder between two checkouts of git and never across one, so that no mix of
 * two commits is published.
 */
export class CheckoutReader {
  readonly #contentDir: string;
  readonly #lock: GitLock;
  readonly #disk: FileSystem;
  /** How git stood when the folder was read last; undefined where it was read across a checkout. */
  #mark: string | undefined;
  /** What readings were to read that failed: nobody knows how much of it they have read. */
  #missed: Dirty | undefined;

  /** `lock`: one for as long as edits are followed, since it remembers a lock that git left behind. */
  constructor(contentDir: string, lock: GitLock, disk: FileSystem = DISK) {
    this.#contentDir = contentDir;
    this.#lock = lock;
    this.#disk = disk;
  }

  /**
   * Reads what may have changed; everything where git moved since the last reading, as the paths
   * of a checkout come one by one, and late on a busy machine. `read` returns whether anything
   * changed, and so does this. Throws a ReadingFault where the system fails; everything is read,
   * and counts as changed, the next time.
   */
  async read(dirty: Dirty, read: (dirty: Dirty) => boolean): Promise<boolean> {
    const hasMissed = this.#missed !== undefined;
    const wanted = this.#missed ? joinDirty(this.#missed, dirty) : dirty;
    try {
      const isChanged = await this.#read(wanted, read);
      this.#missed = undefined;
      return isChanged || hasMissed;
    } catch (error) {
      this.#missed = { ...wanted, everything: true };
      throw explainReading(this.#contentDir, error);
    }
  }

  async #read(dirty: Dirty, read: (dirty: Dirty) => boolean): Promise<boolean> {
    let isChanged = false;
    for (let reading = 1; ; reading++) {
      const folder = placeOf(this.#contentDir, this.#disk);
      if (folder === undefined) return read(dirty) || isChanged;
      await this.#waitForGit(folder);
      const mark = gitMarkOf(folder, this.#disk);
      const hasMoved = mark !== this.#mark;
      isChanged = read(hasMoved ? { ...dirty, everything: true } : dirty) || isChanged;
      // Also asked for itself: times of files count milliseconds, and git takes its lock twice in one.
      const isWhole = this.#lock.holdMs(folder) === 0 && gitMarkOf(folder, this.#disk) === mark;
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

function joinDirty(missed: Dirty, { paths }: Dirty): Dirty {
  const all = missed.paths.union(paths);
  return { paths: all.size > MAX_PATHS ? new Set() : all, everything: true };
}
