import { type AnsweredWithBody, isSuccess, judgeChallenge } from '../callback/callback-answer.ts';
import type { Fault, Unreached } from '../callback/fault.ts';
import type { Postponement } from '../store/hub-store.ts';
import type { Intent, Verification } from '../store/rows.ts';
import { faultOf } from './notification.ts';

/** Seconds until a request is tried again where there was no answer, at most: a day later it ends. */
const MAX_DELAYS = [10, 60];
/** How long a request waits where too many were sent to its network recently, and for how long. */
const CROWDED_MS = 6_000;
const MAX_CROWDED_MS = 300_000;
/** The same where our own side fails: it is not the callback's fault. */
const LOCAL_MS = 60_000;
const MAX_LOCAL_MS = 3_600_000;

/** The parameters of a verification request (WebSub §5.3). The topic is as the subscriber wrote it. */
export function createVerificationParameters({
  mode,
  topicAsGiven,
  leaseSeconds,
  challenge,
  verifyToken,
}: Pick<Intent, 'mode' | 'topicAsGiven' | 'leaseSeconds' | 'verifyToken'> & {
  readonly challenge: string;
}): (readonly [string, string])[] {
  return [
    ['hub.mode', mode],
    ['hub.topic', topicAsGiven],
    ['hub.challenge', challenge],
    ['hub.lease_seconds', String(leaseSeconds)],
    ...(verifyToken === undefined ? [] : [['hub.verify_token', verifyToken] as const]),
  ];
}

/** What follows from the answer to a verification request. */
type Verdict =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'refused'; readonly fault: Fault; readonly isCrowded: boolean }
  | { readonly kind: 'postponed'; readonly fault: Fault; readonly postponement: Postponement };

/**
 * Any answer is final (WebSub §5.3.1): a 2xx whose body is the challenge and nothing else agrees,
 * all others refuse. Where no answer came the callback is asked again, twice at most; also where its
 * address is forbidden, as whoever watches would learn otherwise that a private name exists. One whose
 * network is asked too often is given up after five minutes, unless it is about an active subscription.
 */
export function decideVerification(
  {
    attempts,
    crowdedAt,
    requestedAt,
    isKnown,
  }: Pick<Verification, 'attempts' | 'crowdedAt' | 'requestedAt' | 'isKnown'>,
  facts: {
    readonly answer: AnsweredWithBody | Unreached;
    readonly challenge: string;
    readonly now: number;
    readonly retryDelays: readonly number[];
  },
): Verdict {
  const { answer, challenge, now, retryDelays } = facts;
  if (answer.kind === 'answered') {
    if (!isSuccess(answer)) return { kind: 'refused', fault: faultOf(answer), isCrowded: false };
    const { status, body } = answer;
    const problem = judgeChallenge(body, challenge);
    if (problem === undefined) return { kind: 'confirmed' };
    const message = `it answered ${status} ${problem}`;
    return { kind: 'refused', fault: { kind: 'challenge', status, message }, isCrowded: false };
  }
  const fault = faultOf(answer);
  const postpone = (afterMs: number, change: Partial<Postponement> = {}): Verdict => {
    const postponement = { attempts, readyAt: now + afterMs, crowdedAt, fault, ...change };
    return { kind: 'postponed', fault, postponement };
  };
  if (answer.fault === 'crowded') {
    const since = crowdedAt ?? now;
    if (isKnown || now - since < MAX_CROWDED_MS) return postpone(CROWDED_MS, { crowdedAt: since });
    return { kind: 'refused', fault, isCrowded: true };
  }
  if (answer.fault === 'local' && now - requestedAt < MAX_LOCAL_MS) return postpone(LOCAL_MS);
  const most = MAX_DELAYS[attempts];
  if (most === undefined) return { kind: 'refused', fault, isCrowded: false };
  const delay = retryDelays[attempts] ?? retryDelays.at(-1) ?? most;
  return postpone(Math.min(delay, most) * 1000, { attempts: attempts + 1 });
}
