import { describeSystemFault, systemCodeOf } from '#dataset/system-fault.ts';
import { describeCode, describeError, remedyFor } from '../describe-error.ts';
import { StateLockedError } from '../state-lock.ts';
import { type Failure, REBUILD, STORE } from './messages.ts';

/** Returns the reason why a release could not be made, if it is outside the content. */
export function describeFault(error: unknown): Failure {
  const isReading = error instanceof ReadingFault;
  const code = isReading ? 'READING_FAILED' : 'REBUILD_FAILED';
  const systemCode = systemCodeOf(isReading ? error.cause : error) ?? '';
  const why = describeCode(systemCode);
  const reason = isReading
    ? `the content cannot be read: ${why ?? 'the system failed'}`
    : (why ?? 'it failed');
  const fault = { kind: 'rebuild', what: REBUILD, code: why ? systemCode : code, reason } as const;
  return { code, count: 1, lines: [isReading ? error.message : describeError(error)], fault };
}

/** Returns the reason why a release could not be stored, with a remedy. */
export function describeStorageFault(error: unknown, stateDir: string): Failure {
  const isLocked = error instanceof StateLockedError;
  const code = isLocked ? 'EBUSY' : (systemCodeOf(error) ?? 'STORAGE_FAILED');
  const words = [describeCode(code) ?? describeError(error), remedyFor(code)];
  const why = words.filter((part) => part !== undefined).join('; ');
  const line = isLocked
    ? error.message
    : `The release cannot be stored in ${stateDir} (${code}): ${why}.`;
  const reason = describeCode(code) ?? 'it failed';
  const fault = { kind: 'storage', what: STORE, code, reason } as const;
  return { code: 'STORAGE_FAILED', count: 1, lines: [line], fault };
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
