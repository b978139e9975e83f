import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { StoreUnavailableError } from './hub-store.ts';
import type { Run, SqlEngine, SqlValue, SqlWords } from './sql-engine.ts';
import { explainFileError, explainSqliteError } from './sqlite-errors.ts';

/** SQLite waits on the thread that asks, so not for long. */
const BUSY_TIMEOUT_MS = 2000;
/** As much work shares one commit, and so one wait for the disk. */
export const MAX_PIECES = 256;
/** Maximum work that waits; more is refused. */
export const MAX_WAITING = 4096;

const WORDS: SqlWords = {
  identity: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  integer: 'INTEGER',
  // Only one transaction writes at a time.
  skipLocked: '',
  elements: (json) => `json_each(${json})`,
};
const VERSION_ROWS = z.tuple([z.object({ user_version: z.number() })]);

/** Work that waits for a commit. */
type Piece = {
  readonly isWrite: boolean;
  /** Does the work; resolves to what passes the result to the caller. */
  readonly attempt: () => Promise<() => void>;
  readonly reject: (error: unknown) => void;
};

/** Opens a file, which only its owner may read where it is new. Throws as SqlEngine's methods do. */
export function openSqlite(file: string, now: () => number): SqlEngine {
  makeFile(file);
  const database = new DatabaseSync(file, { open: false, timeout: BUSY_TIMEOUT_MS });
  try {
    database.open();
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
  } catch (error) {
    if (database.isOpen) database.close();
    throw explainSqliteError(error, file);
  }
  return new SqliteEngine(database, file, now);
}

/** It holds secrets. SQLite gives the files beside it the same mode. */
function makeFile(file: string): void {
  try {
    makeFolder(dirname(file), OWN_FOLDER);
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw explainFileError(error, file);
  }
}

/** Does one piece of work after the other. What waits meanwhile shares the next commit. */
class SqliteEngine implements SqlEngine {
  readonly words = WORDS;
  readonly isExclusive = true;
  readonly name: string;
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  /** By their text; the store has a few dozen. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #waiting: Piece[] = [];
  #draining: Promise<void> | undefined;
  #isClosed = false;

  constructor(database: DatabaseSync, file: string, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.name = file;
  }

  async now(): Promise<number> {
    return this.#now();
  }

  read(sql: string, ...values: readonly SqlValue[]): Promise<readonly unknown[]> {
    return this.#enqueue(false, (run) => run(sql, ...values));
  }

  /** Needs no locks: a transaction that writes has the whole database to itself. */
  transaction<Result>(work: (run: Run) => Promise<Result>): Promise<Result> {
    return this.#enqueue(true, work);
  }

  async readVersion(run: Run): Promise<number> {
    return VERSION_ROWS.parse(await run('PRAGMA user_version'))[0].user_version;
  }

  async writeVersion(run: Run, version: number): Promise<void> {
    await run(`PRAGMA user_version = ${version}`);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#draining;
    this.#database.close();
  }

  #enqueue<Result>(isWrite: boolean, work: (run: Run) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) {
      return Promise.reject(new StoreUnavailableError(`${this.name} is closed.`));
    }
    if (this.#waiting.length >= MAX_WAITING) {
      const message = `The hub has more to store in ${this.name} than it can. Ask again soon.`;
      return Promise.reject(new StoreUnavailableError(message, { code: 'HUB_STORE_BUSY' }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const attempt = async () => {
      const result = await work(this.#run);
      return () => resolve(result);
    };
    this.#waiting.push({ isWrite, attempt, reject });
    this.#draining ??= this.#drain();
    return promise;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Whatever has arrived by then joins.
      await nextTurn();
      await this.#commit(this.#waiting.splice(0, MAX_PIECES));
    }
    this.#draining = undefined;
  }

  async #commit(pieces: readonly Piece[]): Promise<void> {
    const results: (() => void)[] = [];
    try {
      this.#begin(pieces.some(({ isWrite }) => isWrite));
      for (const piece of pieces) results.push(await this.#attempt(piece));
      this.#execute('COMMIT');
    } catch (error) {
      this.#rollBack();
      for (const { reject } of pieces) reject(error);
      return;
    }
    for (const pass of results) pass();
  }

  /** Readers alone do not wait for another process that writes. */
  #begin(isWrite: boolean): void {
    if (this.#database.isTransaction) this.#execute('ROLLBACK');
    this.#execute(isWrite ? 'BEGIN IMMEDIATE' : 'BEGIN');
  }

  /** One piece that fails does not take the others with it. */
  async #attempt(piece: Piece): Promise<() => void> {
    this.#execute('SAVEPOINT piece');
    try {
      const pass = await piece.attempt();
      this.#execute('RELEASE piece');
      return pass;
    } catch (error) {
      // After some errors SQLite has rolled back everything (https://sqlite.org/lang_transaction.html).
      if (!this.#database.isTransaction) throw error;
      this.#execute('ROLLBACK TO piece');
      this.#execute('RELEASE piece');
      return () => piece.reject(error);
    }
  }

  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // Tried again before the next transaction begins.
    }
  }

  #execute(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw explainSqliteError(error, this.name);
    }
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
