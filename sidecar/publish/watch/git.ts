import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { placeOf } from '#dataset/read/read-content.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { explainReading } from '../describe-fault.ts';
import { type Dirty, MAX_PATHS, type Warn } from './debounce.ts';

/** How often a lock is looked at. */
const POLL_MS = 20;

/** After git has ended, its last changes have this long to be noticed. */
const AFTER_LOCK_MS = 40;

/** Maximum time that a lock holds back edits: a git that crashed leaves its lock. */
export const MAX_HOLD_MS = 5_000;

type LockOptions = {
  /** A clock in milliseconds, such as `performance.now`. */
  readonly now: () => number;
  readonly warn: Warn;
  readonly disk?: FileSystem;
};

/** Whether git is changing a folder: index.lock spans a checkout or merge (git's lockfile.h). */
export class GitLock {
  readonly #options: LockOptions;
  #heldSince: number | undefined;
  #lastSeen = 0;
  /** The lock that was there too long. */
  #stale: string | undefined;

  constructor(options: LockOptions) {
    this.#options = options;
  }

  /** Milliseconds until to look again; 0 where edits may be read. Throws where the system fails. */
  holdMs(folder: string): number {
    const { now, warn, disk = DISK } = this.#options;
    const gitFolder = findGitFolder(folder, disk);
    const file = gitFolder && join(gitFolder, 'index.lock');
    const lock = file && identify(file, disk);
    if (lock === undefined) {
      const rest = this.#heldSince === undefined ? 0 : this.#lastSeen + AFTER_LOCK_MS - now();
      return rest > 0 ? rest : this.#release();
    }
    if (lock === this.#stale) return this.#release();
    this.#lastSeen = now();
    this.#heldSince ??= this.#lastSeen;
    if (this.#lastSeen - this.#heldSince < MAX_HOLD_MS) return POLL_MS;
    this.#stale = lock;
    warn(
      `git has held ${file} for ${MAX_HOLD_MS / 1000} s, so edits are read without waiting for it. If no git is running, one has crashed: delete the file.`,
    );
    return this.#release();
  }

  #release(): number {
    this.#heldSince = undefined;
    return 0;
  }
}

/**
 * Changes whenever git takes or releases its lock: equal before and after means that no checkout
 * began or ended in between. Undefined outside of a working tree. Throws where the system fails.
 */
function gitMarkOf(folder: string, disk: FileSystem = DISK): string | undefined {
  const gitFolder = findGitFolder(folder, disk);
  return gitFolder && identify(gitFolder, disk);
}

/** The git folder of the working tree that a folder lies in; undefined outside of one. */
export function findGitFolder(folder: string, disk: FileSystem = DISK): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    const found = gitFolderAt(join(place, '.git'), disk);
    if (found !== undefined || dirname(place) === place) return found;
  }
}

/** gitrepository-layout(5): a worktree or submodule has a file that names the folder. */
function gitFolderAt(path: string, disk: FileSystem): string | undefined {
  try {
    if (disk.statSync(path).isDirectory()) return path;
    const target = /^gitdir: (.+)$/m.exec(disk.readFileSync(path, 'utf8'))?.[1];
    return target && resolve(dirname(path), target);
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return undefined;
  }
}

function identify(file: string, disk: FileSystem): string | undefined {
  try {
    const { ino, mtimeNs } = disk.statSync(file, { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return undefined;
  }
}

/** Maximum readings of one edit: a git that is always busy must not hold back edits for ever. */
const MAX_READINGS = 5;

/** Reads the editors' folder between checkouts of git: no mix of two commits is published. */
export class CheckoutReader {
  readonly #contentDir: string;
  readonly #lock: GitLock;
  readonly #disk: FileSystem;
  /** The mark at the last reading; undefined where that crossed a checkout. */
  #mark: string | undefined;
  /** What failed readings were to read: it is unknown how much of it they have. */
  #missed: Dirty | undefined;

  /** `lock` remembers a lock that a crashed git left: one for as long as edits are followed. */
  constructor(contentDir: string, lock: GitLock, disk: FileSystem = DISK) {
    this.#contentDir = contentDir;
    this.#lock = lock;
    this.#disk = disk;
  }

  /**
   * Reads what may have changed; everything where git moved since the last reading, as the paths
   * of a checkout come one by one, late on a busy machine. Returns whether anything changed, as
   * `read` does. Throws a ReadingFault where the system fails; the next time everything is read and
   * counts as changed.
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
      // The mark alone is not enough: it counts milliseconds, and git may lock twice in one.
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
