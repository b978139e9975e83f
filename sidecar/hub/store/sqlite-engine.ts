import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { findSystemCode } from '../../describe-error.ts';
import { StoreUnavailableError, StoreUnusableError } from './hub-store.ts';
import type { Run, SqlEngine, SqlValue, SqlWords } from './sql-engine.ts';

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

/** The primary result codes of SQLite (https://sqlite.org/rescode.html). */
const CODES = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  input: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notDatabase: 26,
} as const;

/** What they mean where the system sees no fault. */
const USUAL: ReadonlyMap<number, string> = new Map([
  [CODES.readOnly, 'EROFS'],
  [CODES.input, 'EIO'],
  [CODES.cannotOpen, 'SQLITE_CANTOPEN'],
]);

/** What an error of SQLite, or of the file system under it, means for the hub. */
function explainSqliteError(error: unknown, file: string): unknown {
  const cause = error;
  const primary = primaryCode(error);
  switch (primary) {
    case CODES.busy:
    case CODES.locked:
      return new StoreUnavailableError(
        `The hub's database ${file} is locked: another process has it open. End that process.`,
        { cause, code: 'EBUSY' },
      );
    case CODES.full:
      return new StoreUnavailableError(
        `The disk with the hub's database ${file} is full. Free some space.`,
        { cause, code: 'ENOSPC' },
      );
    case CODES.readOnly:
    case CODES.input:
    case CODES.cannotOpen:
      return new StoreUnavailableError(
        `The hub's database ${file} cannot be read or written (${messageOf(error)}). Look at its disk, and at the rights to the file and its folder.`,
        { cause, code: findSystemCode(file) ?? USUAL.get(primary) },
      );
    case CODES.corrupt:
    case CODES.notDatabase:
      return new StoreUnusableError(
        `${file} is no SQLite database, or a damaged one (${messageOf(error)}). Put a copy in its place, or move it away: the hub then begins without subscriptions.`,
        { cause },
      );
    default:
      return error;
  }
}

/** What it means where the file or its folder cannot be made. */
function explainFileError(error: unknown, file: string): StoreUnavailableError {
  return new StoreUnavailableError(
    `The hub's database ${file} cannot be made (${messageOf(error)}). Look at its disk, and at the rights to its folder.`,
    { cause: error, code: systemCodeOf(error) },
  );
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The lowest byte of an extended code is the primary one.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
