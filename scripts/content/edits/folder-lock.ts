import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../../command.ts';

/** Longer than an import of ten thousand reviews writes. */
const MAX_WAIT_MS = 60_000;

/**
 * Writes as the one command of a user at a time, in any folder: `root` is only for the message. The
 * lock of SQLite ends with its process. Without a lock, an edit still fails if its file was changed.
 */
export function withLock<Result>(root: string, act: () => Result, maxWaitMs = MAX_WAIT_MS): Result {
  const file = join(tmpdir(), `testimony-${process.getuid?.() ?? 0}.lock`);
  const lock = new DatabaseSync(file, { open: false, timeout: maxWaitMs });
  try {
    lock.open();
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (lock.isOpen) lock.close();
    // Busy (https://sqlite.org/rescode.html#busy).
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) {
      throw new CommandError(
        `another command is still writing, so nothing was changed in ${root}. Run this again when it is done.`,
      );
    }
  }
  try {
    return act();
  } finally {
    if (lock.isOpen) lock.close();
  }
}
