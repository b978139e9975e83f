import { systemCodeOf } from '#dataset/system-fault.ts';
import { findSystemCode } from '../../describe-error.ts';
import { StoreUnavailableError, StoreUnusableError } from './hub-store.ts';

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
export function explainSqliteError(error: unknown, file: string): unknown {
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
export function explainFileError(error: unknown, file: string): StoreUnavailableError {
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
