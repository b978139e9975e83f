import { createHash } from 'node:crypto';
import { StoreUnavailableError } from './hub-store.ts';

/** What a statement gets as $1, $2 and so on. Numbers are whole. */
export type SqlValue = string | number | null;

/** Runs one statement; resolves to its rows, which the caller parses. */
export type Run = (sql: string, ...values: readonly SqlValue[]) => Promise<readonly unknown[]>;

/** What only one transaction does at a time, of all processes that share a database. */
export type Lock = 'schema' | 'admission';

/** The words in which the databases differ; all other SQL is shared. */
export type SqlWords = {
  /** The type of a key that counts up and gives no number twice. */
  readonly identity: string;
  /** A whole number that holds milliseconds since 1970. */
  readonly integer: string;
  /** Behind a SELECT: keeps the rows for this transaction, once others have let go of them. */
  readonly lock: string;
  /** The same, but leaves out what others keep. */
  readonly skipLocked: string;
  /** A JSON array as a table of one column, `value`. */
  readonly elements: (json: string) => string;
};

/**
 * A database, as far as SQLite and PostgreSQL differ. Everything rejects with a
 * StoreUnavailableError where the database is out of reach, locked or full.
 */
export type SqlEngine = {
  readonly words: SqlWords;
  /** True where no other process works with this database. */
  readonly isExclusive: boolean;
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /** One statement that changes nothing. */
  read(sql: string, ...values: readonly SqlValue[]): Promise<readonly unknown[]>;
  /**
   * All of the work or, where it rejects, none of it; on disk before it resolves. The work waits
   * for nothing but its own statements. It may be run again, and so has no other effects. With a
   * lock, no other transaction that has it runs meanwhile.
   */
  transaction<Result>(work: (run: Run) => Promise<Result>, lock?: Lock): Promise<Result>;
  /** The version of the schema; 0 where there is none. */
  readVersion(run: Run): Promise<number>;
  writeVersion(run: Run, version: number): Promise<void>;
  /** For messages: which database this is, without secrets. */
  readonly name: string;
  close(): Promise<void>;
};

/** Maximum work that waits for an engine; more is refused. */
export const MAX_WAITING = 1_000;

/** Throws where so much work waits already that there is no room for more. */
export function assertRoom(waiting: number, name: string): void {
  if (waiting < MAX_WAITING) return;
  const message = `The hub has more to store in ${name} than it can. Ask again soon.`;
  throw new StoreUnavailableError(message, { code: 'HUB_STORE_BUSY' });
}

/** One short word for a topic and a callback; equal for equal pairs alone. */
export function pairKey({ topic, callback }: { topic: string; callback: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([topic, callback]))
    .digest('base64url');
}
