import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../../command.ts';

/** A process that writes for long pauses now and then, longer than waiting ones do. */
export const PAUSE_MS = 120;

/**
 * Writes as the one command of a user at a time, in any folder: `root` is only for the message. The
 * lock of SQLite ends with its process. Without a lock, an edit still fails if its file was changed.
 */
export function withLock<Result>(root: string, act: () => Result, maxWaitMs = 5000): Result {
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

/** Blocks the process, which has nothing else to do. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
