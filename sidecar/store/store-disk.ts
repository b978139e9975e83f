import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { findSystemCode } from '../describe-error.ts';

export type SqlValue = string | number | Uint8Array;

/** A database that is open. Every method throws a StoreFault. */
export type SqlConnection = {
  /** Runs a statement. Returns how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  rows(sql: string, ...values: readonly SqlValue[]): readonly Readonly<Record<string, unknown>>[];
  /** The same one by one, so that they need not be held at once. Read them all. */
  eachRow(sql: string): Iterable<Readonly<Record<string, unknown>>>;
  /** Undoes what is not committed. Never throws. */
  rollBack(): void;
  close(): void;
};

/** What the release store needs of SQLite and the file system. Every function throws a StoreFault. */
export type StoreDisk = {
  /** Opens a database; for writing, creates a missing one, for this user alone. */
  connect(file: string, use: 'read' | 'write'): SqlConnection;
  /** Creates a missing folder, for this user alone. */
  makeFolder(folder: string): void;
  rename(file: string, to: string): void;
  /** Removes a file, if it exists. */
  remove(file: string): void;
  /** Waits until a file, or the names in a folder, would outlive a loss of power. */
  sync(path: string): void;
};

/** Thrown where the store cannot be read or written; the code is that of the system. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether an error means that a database is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof StoreFault && DAMAGE.has(error.code);
}

const DAMAGE: ReadonlySet<string> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** Another process, such as a build that reads the ordinal, needs only a moment. */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * One writer, and no reader beside it for long: a rollback journal is enough, and holds nothing once
 * truncated. FULL: commits outlive a loss of power (https://sqlite.org/pragma.html). Larger pages make
 * long rows faster.
 */
const SETTINGS = [
  'PRAGMA page_size = 16384',
  'PRAGMA journal_mode = TRUNCATE',
  'PRAGMA synchronous = FULL',
  'PRAGMA temp_store = MEMORY',
];

function connect(file: string, use: 'read' | 'write'): SqlConnection {
  const database = new DatabaseSync(file, {
    open: false,
    readOnly: use === 'read',
    timeout: BUSY_TIMEOUT_MS,
  });
  const statements = new Map<string, StatementSync>();
  const statementOf = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const guard = <Result>(work: () => Result): Result => guardAt(file, work);
  guard(() => {
    if (use === 'write') makePrivate(file);
    database.open();
    try {
      if (use === 'write') for (const setting of SETTINGS) database.exec(setting);
    } catch (error) {
      database.close();
      throw error;
    }
  });
  return {
    run: (sql, ...values) => guard(() => Number(statementOf(sql).run(...values).changes)),
    rows: (sql, ...values) => guard(() => statementOf(sql).all(...values)),
    *eachRow(sql) {
      const rows = guard(() => statementOf(sql).iterate());
      for (let row = guard(() => rows.next()); !row.done; row = guard(() => rows.next())) {
        yield row.value;
      }
    },
    rollBack() {
      try {
        if (database.isTransaction) database.exec('ROLLBACK');
      } catch {
        // SQLite rolls back by itself when the file is opened next.
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** SQLite gives the files beside it the same mode. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It exists, or SQLite finds out why it cannot.
  }
}

/** The primary result codes (https://sqlite.org/rescode.html) that have a name of the system. */
const SYSTEM_CODES: Readonly<Record<number, string>> = {
  5: 'EBUSY',
  6: 'EBUSY',
  7: 'ENOMEM',
  8: 'EROFS',
  11: 'SQLITE_CORRUPT',
  13: 'ENOSPC',
  26: 'SQLITE_NOTADB',
};
/** SQLite cannot open or write a file and does not say why; the system knows. */
const UNEXPLAINED: ReadonlySet<number> = new Set([10, 14]);

/** A StoreFault of an error of SQLite or of the file system; other errors stay as they are. */
export function toStoreFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error;
  const code = codeOf(error, file);
  return code === undefined ? error : new StoreFault(code, error.message, { cause: error });
}

function codeOf(error: Error, file: string): string | undefined {
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The lowest byte of an extended code is the primary one.
    const primary = error.errcode & 0xff;
    if (UNEXPLAINED.has(primary)) return findSystemCode(file) ?? 'EIO';
    return SYSTEM_CODES[primary] ?? `SQLITE_${primary}`;
  }
  return 'errno' in error ? systemCodeOf(error) : undefined;
}

function guardAt<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toStoreFault(error, file);
  }
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The disk itself. */
export const STORE_DISK: StoreDisk = {
  connect,
  makeFolder: (folder) => guardAt(folder, () => makeFolder(folder, OWN_FOLDER)),
  rename: (file, to) => guardAt(file, () => renameSync(file, to)),
  remove: (file) => guardAt(file, () => rmSync(file, { force: true })),
  sync: (path) => guardAt(path, () => syncToDisk(path)),
};
