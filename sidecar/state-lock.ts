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

/** Another process has the folder. */
export class StateLockedError extends Error {
  override readonly name = 'StateLockedError';
}

/** Keeps locks referenced: a database that is garbage-collected is closed. */
const held = new Set<StateLock>();

/** Holds a folder for this process: a lock of SQLite, released however the process ends. */
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
        // A journal on disk would need space, and is never used.
        connection.run('PRAGMA journal_mode = MEMORY');
        connection.run('BEGIN EXCLUSIVE');
        // Only now: until then it is another process's.
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

  /** Releases the folder. The process id that is left beside it does no harm. */
  release(): void {
    held.delete(this);
    this.#connection.close();
  }
}

/** On a full disk the lock works without the process id. */
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
