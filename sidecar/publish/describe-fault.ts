import { describeSystemFault, systemCodeOf } from '#dataset/system-fault.ts';
import { describeCode, describeError } from '../describe-error.ts';
import { StateLockedError } from '../state-lock.ts';
import { type Failure, type FailureCode, REBUILD, STORE } from './messages.ts';

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

/** Why a release could not be made for a reason outside the content. */
export function describeFault(error: unknown): Failure {
  if (error instanceof ReadingFault) {
    const code = systemCodeOf(error.cause) ?? 'READING_FAILED';
    const reason = `the content cannot be read: ${describeCode(code) ?? 'the system failed'}`;
    return failureOf('READING_FAILED', error.message, { code, reason });
  }
  const code = systemCodeOf(error) ?? '';
  const reason = describeCode(code);
  const fault = reason ? { code, reason } : { code: 'REBUILD_FAILED', reason: 'it failed' };
  return failureOf('REBUILD_FAILED', describeError(error), fault);
}

/** Why a release could not be stored, with what to do. */
export function describeStorageFault(error: unknown, stateDir: string): Failure {
  if (error instanceof StateLockedError) {
    const fault = { code: 'EBUSY', reason: 'another process has STATE_DIR' };
    return failureOf('STORAGE_FAILED', error.message, fault);
  }
  const code = systemCodeOf(error) ?? 'STORAGE_FAILED';
  const reason = describeCode(code) ?? describeError(error);
  const remedy = REMEDIES[code] === undefined ? '' : `; ${REMEDIES[code]}`;
  const line = `The release cannot be stored in ${stateDir} (${code}): ${reason}${remedy}.`;
  return failureOf('STORAGE_FAILED', line, { code, reason: describeCode(code) ?? 'it failed' });
}

function failureOf(
  code: FailureCode,
  line: string,
  fault: { readonly code: string; readonly reason: string },
): Failure {
  const failed =
    code === 'STORAGE_FAILED'
      ? ({ kind: 'storage', what: STORE } as const)
      : ({ kind: 'rebuild', what: REBUILD } as const);
  return { code, count: 1, lines: [line], fault: { ...failed, ...fault } };
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
