import { SYSTEM_FAULTS } from '#dataset/system-fault.ts';
import type { Failure } from './messages.ts';
import { ReadingFault } from './reading-fault.ts';

/** What the system says where a disk or a folder is at fault, and what an operator can do. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the quota is used up; free some space',
  EROFS: 'it is read-only; set STATE_DIR to a folder that this process may write',
  EACCES: 'it may not be written; set STATE_DIR to a folder that this process may write',
  EPERM: 'it may not be written; set STATE_DIR to a folder that this process may write',
  // Node says so, too, where a folder is to be made on a disk that is read-only.
  ENOENT: 'it cannot be made; set STATE_DIR to a folder that this process may write',
  ENOTDIR: 'it is no folder; set STATE_DIR to a folder',
  EEXIST: 'it is no folder; set STATE_DIR to a folder',
  ...SYSTEM_FAULTS,
};

/** Why a release could not be made, for the log, with what to do. */
export function describeFault(error: unknown, stateDir: string): Failure {
  if (error instanceof ReadingFault) {
    const line = `${error.message} It is tried again by itself.`;
    return { code: 'READING_FAILED', count: 1, lines: [line] };
  }
  const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
  const remedy = REMEDIES[reason];
  if (remedy === undefined) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { code: 'REBUILD_FAILED', count: 1, lines: [cause] };
  }
  const line = `The release cannot be stored in ${stateDir} (${reason}): ${remedy}. It is tried again by itself.`;
  return { code: 'STORAGE_FAILED', count: 1, lines: [line] };
}
