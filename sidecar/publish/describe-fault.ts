import { describeSystemFault, systemCodeOf } from '#dataset/system-fault.ts';
import { describeCode, describeError } from '../describe-error.ts';
import { StateLockedError } from '../state-lock.ts';
import { StoreFault } from '../store/store-disk.ts';
import { type Failure, REBUILD, STORE } from './messages.ts';

/** What an operator can do where the system says so. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
  EROFS: 'set STATE_DIR to a folder that this process may write',
  EACCES: 'set STATE_DIR to a folder that this process may write',
  EPERM: 'set STATE_DIR to a folder that this process may write',
  ENOENT: 'set STATE_DIR to a folder that this process may write',
  ENOTDIR: 'set STATE_DIR to a folder',
  EEXIST: 'set STATE_DIR to a folder',
  EISDIR: 'remove that folder',
  EMFILE: 'raise the limit (ulimit -n)',
  ENFILE: 'raise the limit of the machine (fs.file-max)',
  EIO: 'the log of the system says more',
  ENOMEM: 'give this process more',
  EBUSY: 'end the process that has it open',
};

/** Why a release could not be made or stored for a reason outside the content, with what to do. */
export function describeFault(error: unknown, stateDir: string): Failure {
  if (error instanceof ReadingFault) {
    const code = systemCodeOf(error.cause) ?? 'READING_FAILED';
    const reason = `the content cannot be read: ${describeCode(code) ?? 'the system failed'}`;
    return {
      code: 'READING_FAILED',
      count: 1,
      lines: [error.message],
      fault: { kind: 'rebuild', what: REBUILD, code, reason },
    };
  }
  if (error instanceof StateLockedError) {
    return storageFailure('EBUSY', 'another process has STATE_DIR', error.message);
  }
  if (!(error instanceof StoreFault)) {
    const system = systemCodeOf(error) ?? '';
    const reason = describeCode(system);
    const fault = reason
      ? { code: system, reason }
      : { code: 'REBUILD_FAILED', reason: 'it failed' };
    return {
      code: 'REBUILD_FAILED',
      count: 1,
      lines: [describeError(error)],
      fault: { kind: 'rebuild', what: REBUILD, ...fault },
    };
  }
  const { code } = error;
  const why = describeCode(code) ?? 'SQLite refuses it';
  const remedy = REMEDIES[code];
  const told = `The release store in ${stateDir} cannot be read or written (${code}): ${why}`;
  return storageFailure(code, why, remedy === undefined ? `${told}.` : `${told}; ${remedy}.`);
}

function storageFailure(code: string, reason: string, line: string): Failure {
  return {
    code: 'STORAGE_FAILED',
    count: 1,
    lines: [line],
    fault: { kind: 'storage', what: STORE, code, reason },
  };
}

/** The system failed while content was read: not a fault of the content. */
export class ReadingFault extends Error {
  override readonly name = 'ReadingFault';
}

/** What to throw where the content of a folder could not be read. */
export function explainReading(contentDir: string, error: unknown): unknown {
  const fault = describeSystemFault(error);
  if (fault === undefined) return error;
  return new ReadingFault(`The content in ${contentDir} cannot be read ${fault}.`, {
    cause: error,
  });
}
