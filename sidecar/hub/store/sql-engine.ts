import { hash } from 'node:crypto';

/** The value of $1, $2 and so on in a statement. Numbers are whole. */
export type SqlValue = string | number | null;

/** Runs one statement; resolves to its rows, which the caller parses. */
export type Run = (sql: string, ...values: readonly SqlValue[]) => Promise<readonly unknown[]>;

/** Work that only one transaction does at a time, of all processes that share a database. */
export type Lock = 'schema' | 'admission';

/** The words in which the databases differ; all other SQL is shared. */
export type SqlWords = {
  /** The type of a key that counts up and gives no number twice. */
  readonly identity: string;
  /** A whole number that holds milliseconds since 1970. */
  readonly integer: string;
  /** After a SELECT: keeps the rows for this transaction, once others have released them. */
  readonly lock: string;
  /** Keeps rows likewise, but skips those that others keep. */
  readonly skipLocked: string;
  /** A JSON array as a table of one column, `value`. */
  readonly elements: (json: string) => string;
};

/**
 * A database, as far as SQLite and PostgreSQL differ. Every method rejects with a
 * StoreUnavailableError if the database is out of reach, locked or full.
 */
export type SqlEngine = {
  readonly words: SqlWords;
  /** True if no other process works with this database. */
  readonly isExclusive: boolean;
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /** Runs one statement that changes nothing. */
  read(sql: string, ...values: readonly SqlValue[]): Promise<readonly unknown[]>;
  /**
   * Does all of the work or, if it rejects, none of it; on disk before it resolves. The work waits
   * for nothing but its own statements. It may be run again, and so has no other effects. With a
   * lock, no other transaction that has it runs meanwhile.
   */
  transaction<Result>(work: (run: Run) => Promise<Result>, lock?: Lock): Promise<Result>;
  /** Returns the version of the schema; 0 if there is none. */
  readVersion(run: Run): Promise<number>;
  writeVersion(run: Run, version: number): Promise<void>;
  /** The name of the database for messages, without secrets. */
  readonly name: string;
  close(): Promise<void>;
};

/** Returns a short key of a topic and a callback; equal for equal pairs only. */
export function pairKey({ topic, callback }: { topic: string; callback: string }): string {
  return hash('sha256', JSON.stringify([topic, callback]), 'base64url');
}
