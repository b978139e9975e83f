import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { placeOf } from '#dataset/read/read-content.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { explainReading } from '../describe-fault.ts';
import type { Dirty, Warn } from './debounce.ts';
import { identifyFile } from './identify-file.ts';

const LOCK_POLL_MS = 20;
/** Maximum time that a lock holds back edits: a crashed git leaves its lock. */
export const MAX_HOLD_MS = 5_000;
const NEVER = Number.NEGATIVE_INFINITY;
/** Maximum readings of one edit: a constantly busy git must not hold back edits forever. */
const MAX_READINGS = 5;

/** Returns the git folder of the working tree that contains a folder; undefined outside of one. */
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

/** Reads the editors' folder between checkouts of git: no mix of two commits is published. */
export class CheckoutReader {
  readonly #contentDir: string;
  readonly #warn: Warn;
  readonly #disk: FileSystem;
  readonly #now: () => number;
  /** git's lock, and the time when it was first seen. */
  #lock: string | undefined;
  #since = 0;
  /** The state of the git folder at the last reading; undefined if that crossed a checkout. */
  #mark: string | undefined;
  /** The paths of failed readings: it is unknown which of them were read. */
  #missed: ReadonlySet<string> | undefined;

  constructor(
    contentDir: string,
    warn: Warn,
    disk: FileSystem = DISK,
    now = () => performance.now(),
  ) {
    this.#contentDir = contentDir;
    this.#warn = warn;
    this.#disk = disk;
    this.#now = now;
  }

  /**
   * Reads possible changes once git has ended; everything if git moved since the last reading, as
   * the paths of a checkout come one by one, late on a busy machine. Returns true if anything
   * changed, as `read` does. Throws a ReadingFault if the system fails; the next time everything is
   * read and counts as changed.
   */
  async read(dirty: Dirty, read: (dirty: Dirty) => boolean): Promise<boolean> {
    const missed = this.#missed;
    const wanted = missed ? { paths: missed.union(dirty.paths), everything: true } : dirty;
    this.#missed = wanted.paths;
    try {
      const isChanged = await this.#read(wanted, read);
      this.#missed = undefined;
      return isChanged || missed !== undefined;
    } catch (error) {
      throw explainReading(this.#contentDir, error);
    }
  }

  async #read(dirty: Dirty, read: (dirty: Dirty) => boolean): Promise<boolean> {
    let isChanged = false;
    for (let reading = 1; ; reading++) {
      const folder = placeOf(this.#contentDir, this.#disk);
      const git = folder && findGitFolder(folder, this.#disk);
      if (git === undefined) return read(dirty) || isChanged;
      while (this.#isHeld(git)) await setTimeout(LOCK_POLL_MS);
      // It differs once git takes or releases its lock.
      const mark = identifyFile(git);
      isChanged = read(mark === this.#mark ? dirty : { ...dirty, everything: true }) || isChanged;
      // The mark alone is not enough: it counts milliseconds, and git may lock twice in one.
      const isWhole = !this.#isHeld(git) && identifyFile(git) === mark;
      this.#mark = isWhole ? mark : undefined;
      if (isWhole || reading === MAX_READINGS) return isChanged;
    }
  }

  /** True while git changes the tree: index.lock spans a checkout or merge (git's lockfile.h). */
  #isHeld(gitFolder: string): boolean {
    const file = join(gitFolder, 'index.lock');
    const lock = identifyFile(file);
    if (lock !== this.#lock) {
      this.#lock = lock;
      this.#since = this.#now();
    }
    if (lock === undefined || this.#since === NEVER) return false;
    if (this.#now() - this.#since < MAX_HOLD_MS) return true;
    // Warned of once.
    this.#since = NEVER;
    this.#warn(
      `git has held ${file} for ${MAX_HOLD_MS / 1000} s, so edits are read without waiting for it. If no git is running, one has crashed: delete the file.`,
    );
    return false;
  }
}
