import { DatabaseError } from 'pg';
import { StoreUnavailableError, StoreUnusableError } from './hub-store.ts';

/**
 * The classes and codes after which the same may be tried again
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html): connections, refused sign-ins,
 * lack of room or of connections, a server that stops or stands by, timeouts and locks, and
 * statements that stood in each other's way.
 */
const PASSING = '08 28 53 57 58 25006 25P03 55P03 40001 40P01 3D000'.split(' ');
/** Statements that stood in each other's way. */
const COLLISIONS = ['40001', '40P01'];
const NO_RIGHTS = '42501';
/** Those that a system has a name for: disk_full, out_of_memory, read_only_sql_transaction. */
const SYSTEM_CODES: ReadonlyMap<string, string> = new Map([
  ['53100', 'ENOSPC'],
  ['53200', 'ENOMEM'],
  ['25006', 'EROFS'],
]);

/** What an error of the driver or of the server means for the hub. */
export function explainPostgresError(error: unknown, name: string): unknown {
  const options = { cause: error };
  const message = error instanceof Error ? error.message : String(error);
  const unavailable = (systemCode?: string) =>
    new StoreUnavailableError(
      `The hub's database ${name} cannot be used now (${message}). Look whether PostgreSQL runs there and lets the hub in.`,
      { ...options, ...(systemCode !== undefined && { code: systemCode }) },
    );
  // Whatever the server has not said itself is about the connection.
  if (!(error instanceof DatabaseError)) return unavailable();
  const code = error.code ?? '';
  if (code === NO_RIGHTS) {
    return new StoreUnusableError(
      `The hub may not use its tables in ${name} (${message}). Give its role the right to make and change tables there.`,
      options,
    );
  }
  return PASSING.some((prefix) => code.startsWith(prefix))
    ? unavailable(SYSTEM_CODES.get(code))
    : error;
}

/** Whether to do the same transaction again at once; of an explained error. */
export function isCollision(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError && error.cause instanceof DatabaseError))
    return false;
  return COLLISIONS.includes(error.cause.code ?? '');
}

/** Whether the connection is lost, or still busy with what failed; of an explained error. */
export function isOfConnection(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !(error.cause instanceof DatabaseError);
}
