import { describeSystemFault, systemCodeOf } from '#dataset/system-fault.ts';
import { describeCode, describeError, remedyFor } from '../describe-error.ts';
import { StateLockedError } from '../state-lock.ts';
import { type Failure, type FailureCode, REBUILD, STORE } from './messages.ts';

/** Returns the reason why a release could not be made, if it is outside the content. */
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

/** Returns the reason why a release could not be stored, with a remedy. */
export function describeStorageFault(error: unknown, stateDir: string): Failure {
  if (error instanceof StateLockedError) {
    const fault = { code: 'EBUSY', reason: 'another process uses STATE_DIR' };
    return failureOf('STORAGE_FAILED', error.message, fault);
  }
  const code = systemCodeOf(error) ?? 'STORAGE_FAILED';
  const reason = describeCode(code) ?? describeError(error);
  const why = [reason, remedyFor(code)].filter((part) => part !== undefined).join('; ');
  const line = `The release cannot be stored in ${stateDir} (${code}): ${why}.`;
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

/** Returns the error to throw if the content of a folder could not be read. */
export function explainReading(contentDir: string, error: unknown): unknown {
  const fault = describeSystemFault(error);
  if (fault === undefined) return error;
  return new ReadingFault(`The content in ${contentDir} cannot be read ${fault}.`, {
    cause: error,
  });
}
