import { z } from 'zod';
import { FAULT_KINDS, type FaultKind } from '#artifacts/hub-reasons.ts';
import type { Answered } from './callback-answer.ts';

/*
 * The reason why a request to a callback failed: the step, and the side at fault.
 * site/artifacts/hub-reasons.json has each kind in words.
 */

/** The fault of a request to a callback, as it is stored: nothing of the callback. */
export const Fault = z.object({
  kind: z.enum(FAULT_KINDS),
  status: z.number().optional(),
  /** The system's name for it, such as CERT_HAS_EXPIRED, or one of ours, such as LINE_FEED. */
  code: z.string().optional(),
});
export type Fault = Readonly<z.infer<typeof Fault>>;

/** The reason why a callback gave no answer. */
export type Unreached = {
  readonly kind: 'unreached';
  readonly fault: Exclude<FaultKind, 'status' | 'challenge'>;
  readonly code: string | undefined;
};

/** Returns the fault of an answer that does not acknowledge, or of a missing one. */
export function faultOf(result: Pick<Answered, 'kind' | 'status'> | Unreached): Fault {
  if (result.kind === 'answered') return { kind: 'status', status: result.status };
  const { fault: kind, code } = result;
  return code === undefined ? { kind } : { kind, code };
}

/** A request failed at one of its steps; the cause, if there is one, is the system's error. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly step: Unreached['fault'];

  constructor(step: Unreached['fault'], cause?: unknown) {
    super(`The request failed: ${step}.`, { cause });
    this.step = step;
  }
}

/** Returns the error of a request that took too long. */
export function createTimeout(ms: number): Error {
  return Object.assign(new Error(`It took over ${ms} ms.`), { code: 'ETIMEDOUT' });
}

/** Our own side has no network, no route, or no room. */
const LOCAL = new Set([
  ...['EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EMFILE', 'ENETDOWN', 'ENETUNREACH', 'ENFILE'],
  ...['ENOBUFS', 'ENOMEM', 'EPERM', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED', 'UND_ERR_INVALID_ARG'],
]);

/** Verdicts of name servers on a name; any other failure of theirs is not the name's fault. */
const NAMELESS = new Set(['EBADNAME', 'ENODATA', 'ENONAME', 'ENOTFOUND', 'EBADRESP', 'EFORMERR']);

/** Returns codes only: messages contain hosts, and texts that strangers wrote into certificates. */
function readCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True if name servers answered that a name has no address. */
export function isUnknownName(reason: unknown): boolean {
  return NAMELESS.has(readCode(reason) ?? '');
}

/** Returns the code of the attempt that got furthest, of those that undici and Node.js wrap. */
function findCode(error: unknown): string | undefined {
  const all = [error, error instanceof Error ? error.cause : undefined];
  const several = all.find((one) => one instanceof AggregateError);
  if (!several) return readCode(error);
  const codes = several.errors.map(readCode);
  const theirs = codes.filter((code) => !LOCAL.has(code ?? ''));
  return theirs.find((code) => code !== 'ETIMEDOUT') ?? theirs[0] ?? codes[0];
}

/** Returns the step at which a request failed and the side at fault. */
export function describeFault(error: unknown): Unreached {
  const { step, cause } = error instanceof StepError ? error : new StepError('response', error);
  const code = findCode(cause);
  const isOurs =
    step === 'name' ? cause !== undefined && !isUnknownName(cause) : LOCAL.has(code ?? '');
  return { kind: 'unreached', fault: isOurs ? 'local' : step, code };
}
