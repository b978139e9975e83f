import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { findSystemCode } from './describe-error.ts';

/** Thrown if another process has the folder. */
export class StateLockedError extends Error {
  override readonly name = 'StateLockedError';
}

/**
 * The primary result code for a lock that another process has (https://sqlite.org/rescode.html).
 */
const SQLITE_BUSY = 5;

/** Keeps locks referenced: a database that is garbage-collected is closed. */
const held = new Set<DatabaseSync>();

/** Holds a folder for this process: a lock of SQLite, released however the process ends. */
export class StateLock {
  /** See `identify`. */
  readonly identity: string | undefined;
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync, stateDir: string) {
    this.#database = database;
    this.identity = StateLock.identify(stateDir);
    held.add(database);
  }

  /** Returns an identity of the lock in a folder: another one if the folder was replaced. */
  static identify(stateDir: string): string | undefined {
    const stat = statSync(fileIn(stateDir), { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino}`;
  }

  /**
   * Takes the lock of a folder, which is created if it is missing. Throws a StateLockedError if
   * another process still has it after a wait, and the system's error if the folder cannot be
   * written.
   */
  static take(stateDir: string, waitMs = 0): StateLock {
    makeFolder(stateDir, OWN_FOLDER);
    // An earlier lock can be taken on a read-only disk.
    accessSync(stateDir, constants.W_OK);
    const database = new DatabaseSync(fileIn(stateDir), { open: false, timeout: waitMs });
    try {
      database.open();
      // A journal on disk would need space, and is never used.
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      if (database.isOpen) database.close();
      throw describe(error, stateDir);
    }
    return new StateLock(database, stateDir);
  }

  release(): void {
    held.delete(this.#database);
    this.#database.close();
  }
}

function fileIn(stateDir: string): string {
  return join(stateDir, 'lock');
}

function describe(error: unknown, stateDir: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  // The lowest byte of an extended code is the primary one.
  const code = Number(error.errcode) & 0xff;
  if (code !== SQLITE_BUSY) {
    return Object.assign(error, { code: findSystemCode(fileIn(stateDir)) ?? 'EIO' });
  }
  return new StateLockedError(
    `STATE_DIR ${stateDir} is in use by another process; end that process, or set STATE_DIR to a folder of its own.`,
    { cause: error },
  );
}
