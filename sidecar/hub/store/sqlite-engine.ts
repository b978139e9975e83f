import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { findSystemCode } from '../../describe-error.ts';
import { StoreUnavailableError, UNUSABLE } from './hub-store.ts';
import type { Run, SqlEngine, SqlValue } from './sql-engine.ts';

/** SQLite waits on the calling thread, so not for long. */
const BUSY_TIMEOUT_MS = 2000;

const VERSION_ROWS = z.tuple([z.object({ user_version: z.number() })]);

/** Opens a file, which only its owner may read if it is new. Throws as SqlEngine's methods do. */
export function openSqlite(file: string, now: () => number): SqlEngine {
  makeFile(file);
  const database = new DatabaseSync(file, { open: false, timeout: BUSY_TIMEOUT_MS });
  try {
    database.open();
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  } catch (error) {
    if (database.isOpen) database.close();
    throw explainSqliteError(error, file);
  }
  return new SqliteEngine(database, file, now);
}

/** It contains secrets. SQLite gives the files beside it the same mode. */
function makeFile(file: string): void {
  try {
    makeFolder(dirname(file), OWN_FOLDER);
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw inaccessible(error, file, systemCodeOf(error));
  }
}

/** Does one piece of work after the other. */
class SqliteEngine implements SqlEngine {
  readonly words = {
    identity: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    integer: 'INTEGER',
    // A transaction has the whole database to itself.
    lock: '',
    skipLocked: '',
    elements: (json: string) => `json_each(${json})`,
  };
  readonly isExclusive = true;
  readonly name: string;
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  /** By their text; the store has a few dozen. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #queue = pLimit(1);

  constructor(database: DatabaseSync, file: string, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.name = file;
  }

  async now(): Promise<number> {
    return this.#now();
  }

  /** Does not wait for another process that writes. */
  read(sql: string, ...values: readonly SqlValue[]): Promise<readonly unknown[]> {
    return this.#enqueue(() => this.#run(sql, ...values));
  }

  transaction<Result>(work: (run: Run) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => {
      // A commit holds up the whole thread: in between, callbacks are heard.
      await nextTurn();
      // A transaction that could not be rolled back.
      await this.#rollBack();
      await this.#run('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#run);
        await this.#run('COMMIT');
        return result;
      } catch (error) {
        await this.#rollBack();
        throw error;
      }
    });
  }

  /** SQLite rolls back by itself after some errors (https://sqlite.org/lang_transaction.html). */
  async #rollBack(): Promise<void> {
    if (this.#database.isTransaction) await this.#run('ROLLBACK');
  }

  async readVersion(run: Run): Promise<number> {
    return VERSION_ROWS.parse(await run('PRAGMA user_version'))[0].user_version;
  }

  async writeVersion(run: Run, version: number): Promise<void> {
    await run(`PRAGMA user_version = ${version}`);
  }

  async close(): Promise<void> {
    await this.#queue(() => this.#database.isOpen && this.#database.close());
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue(() => {
      if (!this.#database.isOpen) throw new StoreUnavailableError(`${this.name} is closed.`);
      return work();
    });
  }

  readonly #run: Run = async (sql, ...values) => {
    try {
      let statement = this.#statements.get(sql);
      if (!statement) {
        statement = this.#database.prepare(sql);
        this.#statements.set(sql, statement);
      }
      // $1 is a name to SQLite.
      return statement.all(Object.fromEntries(values.map((value, at) => [at + 1, value])));
    } catch (error) {
      throw explainSqliteError(error, this.name);
    }
  };
}

/** Returns the meaning of a SQLite error for the hub (https://sqlite.org/rescode.html). */
function explainSqliteError(error: unknown, file: string): unknown {
  // The lowest byte of an extended code is the primary one.
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  switch (code) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
      return new StoreUnavailableError(
        `The hub's database ${file} is locked: another process has it open. End that process.`,
        { cause: error, code: 'EBUSY' },
      );
    case 8: // SQLITE_READONLY
    case 10: // SQLITE_IOERR
    case 13: // SQLITE_FULL
    case 14: // SQLITE_CANTOPEN
      return inaccessible(error, file, code === 13 ? 'ENOSPC' : findSystemCode(file));
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return new StoreUnavailableError(
        `${file} is not a SQLite database, or is damaged (${messageOf(error)}). Replace it with a backup, or move it away: the hub then starts without subscriptions.`,
        { cause: error, code: UNUSABLE },
      );
    default:
      return error;
  }
}

function inaccessible(error: unknown, file: string, code: string | undefined) {
  return new StoreUnavailableError(
    `The hub's database ${file} cannot be read or written (${messageOf(error)}). Check its disk, and the permissions of the file and its folder.`,
    { cause: error, code },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
