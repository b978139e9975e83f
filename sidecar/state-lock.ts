import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '#dataset/system-fault.ts';
import {
  type SqlConnection,
  STORE_DISK,
  type StoreDisk,
  StoreFault,
  toStoreFault,
} from './store/store-disk.ts';

/** Thrown where another process has the folder. */
export class StateLockedError extends Error {
  override readonly name = 'StateLockedError';
}

/** What is held is referred to from here: the collector would close a database that nobody knows. */
const held = new Set<StateLock>();

/**
 * Has a folder for this process alone, for as long as it lives: an exclusive lock of SQLite's on a
 * database that holds nothing, which the system takes back when the process ends, however it does.
 */
export class StateLock {
  readonly #connection: SqlConnection;

  private constructor(connection: SqlConnection) {
    this.#connection = connection;
  }

  /**
   * Takes the lock of a folder. Throws a StateLockedError, which names the process, where another
   * one has it, and a StoreFault where the folder cannot be written.
   */
  static take(stateDir: string, disk: StoreDisk = STORE_DISK): StateLock {
    const pidFile = join(stateDir, 'lock.pid');
    disk.makeFolder(stateDir);
    try {
      const connection = disk.connect(join(stateDir, 'lock'), 'write');
      try {
        // A journal beside it would need room on the disk, and nothing is ever written into it.
        connection.run('PRAGMA journal_mode = MEMORY');
        connection.run('BEGIN EXCLUSIVE');
        // Only now, as it is somebody else's until then.
        writePid(pidFile);
      } catch (error) {
        connection.close();
        throw error;
      }
      const lock = new StateLock(connection);
      held.add(lock);
      return lock;
    } catch (error) {
      if (!(error instanceof StoreFault) || error.code !== 'EBUSY') throw error;
      throw new StateLockedError(
        `STATE_DIR ${stateDir} is in use by ${readPid(pidFile)}; end that process, or set STATE_DIR to a folder of its own.`,
        { cause: error },
      );
    }
  }

  /** Gives the folder back. The number that is left beside it does no harm. */
  release(): void {
    held.delete(this);
    this.#connection.close();
  }
}

/** On a full disk the lock holds all the same; another process is told of no number then. */
function writePid(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOSPC') throw toStoreFault(error, file);
  }
}

function readPid(file: string): string {
  try {
    const pid = readFileSync(file, 'utf8').trim();
    return pid === '' ? 'another process' : `process ${pid}`;
  } catch {
    return 'another process';
  }
}
