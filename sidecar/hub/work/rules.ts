import { parseHttpDate } from '../../http/headers.ts';
import { type Answered, isSuccess, judgeChallenge } from '../callback/callback-answer.ts';
import { type Fault, faultOf, type Unreached } from '../callback/fault.ts';
import { type HubSettings, MAX_FAILURES } from '../hub-settings.ts';
import type { Outcome } from '../store/hub-store.ts';
import type { Active, Ended, Pending } from '../store/rows.ts';

/*
 * The rules of the hub: the outcome of an attempt. Each state has one function, of values; the
 * table in hub.ts has them as transitions.
 */

/** Maximum seconds until a callback that did not answer is asked again for its verification. */
const VERIFICATION_DELAYS = [10, 60];
/** The wait of a newcomer for a crowded network, and its limit. */
const CROWDED_MS = 6_000;
const MAX_CROWDED_MS = 300_000;
/** The wait after an attempt that failed on our own side. */
const LOCAL_MS = 60_000;
/** The least seconds until the next notice, and the usual ones if deliveries are not retried. */
const NOTICE_DELAY = { least: 10, usual: 3600 };
/** Each delay is longer by up to this share, so that retries of many do not coincide. */
const JITTER = 0.2;
/** The longest wait that a subscriber may ask for. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** The settings, and a number from 0 up to 1. */
export type Policy = Pick<HubSettings, 'retryDelays' | 'failureSpacing'> & {
  readonly random: () => number;
};

/** A finished attempt: its result, and the times when it began and ended. */
type Attempt = {
  readonly result: Answered | Unreached;
  readonly startedAt: number;
  readonly endedAt: number;
};

const RELEASED: Outcome = { kind: 'released' };

/** True if we ended it ourselves, as the service stops: before or after it was connected. */
function isAborted(result: Answered | Unreached): boolean {
  const codes = ['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'];
  return result.kind === 'unreached' && codes.includes(result.code ?? '');
}

/**
 * Decides on a verification. Any answer is final (WebSub §5.3.1): a 2xx whose body is the challenge
 * and nothing else agrees, all others refuse. Without an answer, the callback is asked again, at
 * most twice, even if its address is forbidden, so that an observer cannot learn that a private
 * name exists. A newcomer with a crowded network is given up after five minutes. The lease runs
 * from the verification request (§5.3).
 */
export function afterVerification(
  { attempts, ...row }: Pick<Pending, 'attempts' | 'requestedAt' | 'activeId' | 'leaseSeconds'>,
  { result, startedAt, endedAt: at }: Attempt,
  { challenge, retryDelays }: { readonly challenge: string } & Pick<Policy, 'retryDelays'>,
): Outcome {
  if (isAborted(result)) return RELEASED;
  const refuse = (fault: Fault): Outcome => ({ kind: 'ended', at, reason: 'refused', fault });
  if (result.kind === 'answered') {
    if (!isSuccess(result)) return refuse(faultOf(result));
    const code = judgeChallenge(result.body, challenge);
    if (code !== undefined) return refuse({ kind: 'challenge', status: result.status, code });
    return { kind: 'confirmed', at, expiresAt: startedAt + row.leaseSeconds * 1000 };
  }
  const fault = faultOf(result);
  const again = (ms: number, failed = 0): Outcome => {
    return { kind: 'failed', at, fault, attempts: attempts + failed, nextAt: at + ms };
  };
  if (fault.kind === 'crowded') {
    const isGivenUp = row.activeId === undefined && at - row.requestedAt >= MAX_CROWDED_MS;
    return isGivenUp ? { kind: 'ended', at, reason: 'crowded', fault } : again(CROWDED_MS);
  }
  // It is given up a day after it came.
  if (fault.kind === 'local') return again(LOCAL_MS);
  const most = VERIFICATION_DELAYS[attempts];
  if (most === undefined) return refuse(fault);
  const delay = delayOf(attempts, retryDelays) ?? most;
  return again(Math.min(delay, most) * 1000, 1);
}

/**
 * Decides on a delivery. Any 2xx acknowledges (WebSub §7); 410 ends the subscription; everything
 * else is a failure, which counts if it is the first attempt at this content. Three in a row end
 * the subscription (site/docs/websub.md). The same content is retried until the lease ends, which
 * Retry-After of a 429 or 503 can delay. A fault of our own is not counted. While no host can be
 * reached, only first attempts are spared: the hosts that are left to retry may all be dead.
 */
export function afterDelivery(
  row: Pick<Active, 'attempts' | 'failures' | 'countedAt'>,
  { result, startedAt, endedAt: at }: Attempt,
  { isOutage, ...policy }: Policy & { readonly isOutage: boolean },
): Outcome {
  if (isAborted(result)) return RELEASED;
  if (result.kind === 'answered' && isSuccess(result)) {
    return { kind: 'acknowledged', at, latencyMs: at - startedAt };
  }
  const { attempts, failures, countedAt } = row;
  const fault = faultOf(result);
  if (fault.status === 410) return { kind: 'ended', at, reason: 'gone', fault };
  if (fault.kind === 'local' || (isOutage && attempts === 0)) {
    const nextAt = at + LOCAL_MS;
    return { kind: 'failed', at, fault, attempts, failures, countedAt, nextAt };
  }
  // A clock may be set back.
  const isApart = Math.abs(at - (countedAt ?? 0)) >= policy.failureSpacing * 1000;
  const isCounted = attempts === 0 && (failures === 0 || isApart);
  if (isCounted && failures + 1 >= MAX_FAILURES) {
    return { kind: 'ended', at, reason: 'failed', fault };
  }
  const delay = delayOf(attempts, policy.retryDelays);
  const nextAt = delay === undefined ? undefined : at + waitFor(delay, result, at, policy);
  const counted = isCounted ? { failures: failures + 1, countedAt: at } : { failures, countedAt };
  return { kind: 'failed', at, fault, attempts: attempts + 1, ...counted, nextAt };
}

/**
 * Decides on a notice. It is sent until the subscriber itself has answered (a proxy that cannot
 * reach it sends 5xx or 429), or its lease would have ended.
 */
export function afterNotice(
  { attempts }: Pick<Ended, 'attempts'>,
  { result, endedAt: at }: Attempt,
  policy: Policy,
): Outcome {
  if (isAborted(result)) return RELEASED;
  if (result.kind === 'answered' && result.status < 500 && result.status !== 429) {
    return { kind: 'notified', at };
  }
  const { least, usual } = NOTICE_DELAY;
  const delay = Math.max(delayOf(attempts, policy.retryDelays) ?? usual, least);
  const nextAt = at + waitFor(delay, result, at, policy);
  return { kind: 'failed', at, fault: faultOf(result), attempts: attempts + 1, nextAt };
}

/** Returns the seconds after so many attempts, the last delay repeating; undefined if none. */
function delayOf(attempts: number, retryDelays: readonly number[]): number | undefined {
  return retryDelays[attempts] ?? retryDelays.at(-1);
}

/** Returns a delay in ms, or a longer one if the subscriber asks for it. */
function waitFor(seconds: number, result: Answered | Unreached, now: number, policy: Policy) {
  const asked = result.kind === 'answered' ? readRetryAfter(result, now) : undefined;
  return Math.max(Math.round(seconds * 1000 * (1 + JITTER * policy.random())), asked ?? 0);
}

/**
 * Returns the milliseconds for which a Retry-After field (RFC 9110 §10.2.3) asks to wait, at most a
 * day; undefined if there is none, it is malformed, or the status gives it no such meaning.
 */
function readRetryAfter(
  { status, retryAfter }: Pick<Answered, 'status' | 'retryAfter'>,
  now: number,
): number | undefined {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return undefined;
  const text = retryAfter.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  return at === undefined ? undefined : Math.min(Math.max(0, at - now), MAX_RETRY_AFTER_MS);
}
