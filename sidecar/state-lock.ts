import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemCodeOf } from '#dataset/system-fault.ts';
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
   * Takes the lock of a folder, which is created if it is missing. Throws a StateLockedError, which
   * names the process, if another one still has it after a wait, and the system's error if the
   * folder cannot be written.
   */
  static take(stateDir: string, waitMs = 0): StateLock {
    makeFolder(stateDir, OWN_FOLDER);
    const [file, pidFile] = [fileIn(stateDir), join(stateDir, 'lock.pid')];
    makePrivate(file);
    const database = new DatabaseSync(file, { open: false, timeout: waitMs });
    try {
      database.open();
      // A journal on disk would need space, and is never used.
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      // Only now: until then it is another process's.
      writePid(pidFile);
    } catch (error) {
      if (database.isOpen) database.close();
      throw describe(error, stateDir, pidFile);
    }
    return new StateLock(database, stateDir);
  }

  /** Releases the folder. The process id that remains beside it does no harm. */
  release(): void {
    held.delete(this.#database);
    this.#database.close();
  }
}

function fileIn(stateDir: string): string {
  return join(stateDir, 'lock');
}

function describe(error: unknown, stateDir: string, pidFile: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  // The lowest byte of an extended code is the primary one.
  const code = Number(error.errcode) & 0xff;
  if (code !== SQLITE_BUSY) {
    return Object.assign(error, { code: findSystemCode(fileIn(stateDir)) ?? 'EIO' });
  }
  return new StateLockedError(
    `STATE_DIR ${stateDir} is in use by ${readPid(pidFile)}; end that process, or set STATE_DIR to a folder of its own.`,
    { cause: error },
  );
}

/**
 * An existing file is not opened: closing it would release the locks that this process has on it.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It exists, or SQLite finds out why it cannot.
  }
}

/** On a full disk, the lock works without the process id. */
function writePid(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOSPC') throw error;
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
