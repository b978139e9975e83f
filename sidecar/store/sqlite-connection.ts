import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { findSystemCode } from '../find-system-code.ts';

export type SqlValue = string | number | Uint8Array;

/**
 * All that the release store asks of SQLite, so that a test can have any call fail. Every method
 * throws a StoreFault.
 */
export type SqlConnection = {
  /** Runs a statement. Returns how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  rows(sql: string, ...values: readonly SqlValue[]): readonly Readonly<Record<string, unknown>>[];
  /** Undoes what is not committed. Never throws. */
  rollBack(): void;
  close(): void;
};

/** Opens a file, which is made where it is to be written and is not there. */
export type Connect = (file: string, use: 'read' | 'write') => SqlConnection;

/** Thrown where the store cannot be read or written; the code is the system's name of the reason. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Another process, such as a build that asks for the ordinal, is done after a moment. */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * One writer, no reader beside it for long: a rollback journal is enough, and holds nothing once it
 * is truncated. FULL: what was committed outlives a loss of power (https://sqlite.org/pragma.html).
 * Larger pages make long rows faster, and leave fewer to remember.
 */
const SETTINGS = [
  'PRAGMA page_size = 16384',
  'PRAGMA journal_mode = TRUNCATE',
  'PRAGMA synchronous = FULL',
  'PRAGMA temp_store = MEMORY',
];

export const connectSqlite: Connect = (file, use) => {
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
  const guard = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw toStoreFault(error, file);
    }
  };
  guard(() => {
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
};

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
/** SQLite cannot open or write a file and does not say why; the system does. */
const UNEXPLAINED: ReadonlySet<number> = new Set([10, 14]);

/** What an error of SQLite means, by the system's name. What is no error of SQLite stays as it is. */
export function toStoreFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) {
    return error;
  }
  // The lowest byte of an extended code is the primary one.
  const primary = error.errcode & 0xff;
  const code = UNEXPLAINED.has(primary) ? (findSystemCode(file) ?? 'EIO') : SYSTEM_CODES[primary];
  return new StoreFault(code ?? `SQLITE_${primary}`, error.message, { cause: error });
}
