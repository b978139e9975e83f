import { type AnsweredWithBody, isSuccess, type Unreached } from '../callback/callback-client.ts';

/** How often a request is tried again where no answer came. */
const MAX_RETRIES = 2;
/** Seconds until these retries, where the configuration names none. */
const DEFAULT_DELAYS = [10, 60];
/** How long a request waits where too many went to its network of late. */
const CROWDED_MS = 6_000;

/** What follows from the answer to a verification request. */
export type Verdict =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'postponed'; readonly attempts: number; readonly afterMs: number };

/**
 * Any answer is final (WebSub §5.3.1): a 2xx whose body is the challenge and nothing else agrees,
 * all others refuse. Where no answer came the callback is asked again, twice at most; not at all
 * where its address is forbidden.
 */
export function decideVerification(
  answer: AnsweredWithBody | Unreached,
  challenge: string,
  attempts: number,
  retryDelays: readonly number[] = DEFAULT_DELAYS,
): Verdict {
  if (answer.kind === 'unreached') {
    if (answer.fault === 'crowded') return { kind: 'postponed', attempts, afterMs: CROWDED_MS };
    if (answer.fault === 'blocked' || attempts >= MAX_RETRIES) {
      return { kind: 'refused', reason: answer.message };
    }
    const delays = retryDelays.length > 0 ? retryDelays : DEFAULT_DELAYS;
    const delay = delays[Math.min(attempts, delays.length - 1)] ?? 0;
    return { kind: 'postponed', attempts: attempts + 1, afterMs: delay * 1000 };
  }
  const { status, body } = answer;
  if (!isSuccess(answer)) return { kind: 'refused', reason: `it answered ${status}` };
  if (!body.equals(Buffer.from(challenge))) {
    return { kind: 'refused', reason: `its ${status} did not repeat the challenge alone` };
  }
  return { kind: 'confirmed' };
}
