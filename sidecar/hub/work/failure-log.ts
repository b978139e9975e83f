import { explainFault } from '#artifacts/hub-reasons.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';
import type { Fault } from '../callback/fault.ts';
import type { HubContext } from '../hub-context.ts';

/** Lines of failures for operators; more are for those who debug. */
const LINES = { burst: 20, perMinute: 20 };

export type LogFailure = (
  message: string,
  fault: Fault,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** Returns a function that logs a failed attempt; if there are many, at a level that few see. */
export function createFailureLog({ clock, log }: Pick<HubContext, 'clock' | 'log'>): LogFailure {
  const lines = new TokenBuckets(LINES);
  return (message, fault, fields) => {
    const level = lines.take('', clock.now()) ? 'info' : 'debug';
    log(level, `${message}: ${explainFault(fault).message}`, { ...fields, fault });
  };
}
