import { dirname, join, resolve } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import type { Warn } from './report-loop.ts';

/** A git that runs is asked about so often. */
const POLL_MS = 20;

/** After git has ended, its last changes get this long to be noticed. */
const AFTER_LOCK_MS = 40;

/** A git that crashed leaves its lock; no lock holds reports longer. */
export const MAX_HOLD_MS = 5_000;

type Options = {
  /** A clock in milliseconds, such as `performance.now`. */
  readonly now: () => number;
  readonly warn: Warn;
  readonly maxHoldMs?: number | undefined;
  readonly disk?: FileSystem;
};

/**
 * Tells whether git is changing a folder: it keeps index.lock from before the first file of a
 * checkout or merge until after the last (git's lockfile.h).
 */
export class GitLock {
  readonly #options: Options;
  #heldSince: number | undefined;
  #lastSeen = 0;
  /** The lock that was there too long. */
  #stale: string | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Milliseconds until asking again about the repository that a folder lies in; 0 where none.
   * Throws where the system fails.
   */
  holdMs(folder: string): number {
    const { now, warn, maxHoldMs = MAX_HOLD_MS, disk = DISK } = this.#options;
    const gitFolder = findGitFolder(folder, disk);
    const file = gitFolder && join(gitFolder, 'index.lock');
    const lock = file && identify(file, disk);
    if (lock === undefined) {
      const rest = this.#heldSince === undefined ? 0 : this.#lastSeen + AFTER_LOCK_MS - now();
      return rest > 0 ? rest : this.#letGo();
    }
    if (lock === this.#stale) return this.#letGo();
    this.#lastSeen = now();
    this.#heldSince ??= this.#lastSeen;
    if (this.#lastSeen - this.#heldSince < maxHoldMs) return POLL_MS;
    this.#stale = lock;
    warn(
      `git has held ${file} for ${maxHoldMs / 1000} s, so edits are read without waiting for it. If no git is running, one has crashed: delete the file.`,
    );
    return this.#letGo();
  }

  #letGo(): number {
    this.#heldSince = undefined;
    return 0;
  }
}

/**
 * What changes whenever git takes or gives back its lock: equal before and after means that no
 * checkout began or ended in between. Undefined where a folder lies in no working tree. Throws where
 * the system fails.
 */
export function gitMarkOf(folder: string, disk: FileSystem = DISK): string | undefined {
  const gitFolder = findGitFolder(folder, disk);
  return gitFolder && identify(gitFolder, disk);
}

/** The git folder of the working tree that a folder lies in; undefined where it lies in none. */
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
