import { explainEnd, explainFault } from '#artifacts/hub-reasons.ts';
import type { CallbackFault, SubscriptionState } from '#artifacts/hub-status.ts';
import type { Fault } from './callback/fault.ts';
import type { PairState } from './hub-client.ts';
import type { Active, Ended } from './store/rows.ts';

/**
 * Returns the state that a client that knows the callback may see: neither the secret nor anything
 * of other callbacks. JSON and YAML omit undefined values.
 */
export function describePair(pair: PairState): SubscriptionState {
  const { pending, active, now } = pair;
  // A newer subscription supersedes earlier ends.
  const ended = active ? undefined : pair.ended;
  const state = stateOf({ pending, active, ended, now });
  if (state === 'none') return { state };
  const { subscribedAt, expiresAt } = active ?? ended ?? {};
  return {
    state,
    topic: (pending ?? active ?? ended)?.topic,
    request: pending && { mode: pending.mode, requestedAt: isoTime(pending.requestedAt) },
    lease:
      subscribedAt === undefined || expiresAt === undefined
        ? undefined
        : { subscribedAt: isoTime(subscribedAt), expiresAt: isoTime(expiresAt) },
    verification: describeVerification({ pending, active, ended }),
    delivery: active && describeDelivery(active, now),
    ended: ended && describeEnd(ended),
  };
}

function stateOf({ pending, active, ended, now }: PairState): SubscriptionState['state'] {
  if (active && active.expiresAt > now) return 'active';
  if (pending) return 'pending';
  if (ended && isRefused(ended)) return 'refused';
  if (active || ended?.reason === 'expired') return 'expired';
  return ended ? 'ended' : 'none';
}

/** True if there was only a request. */
const isRefused = ({ subscribedAt }: Ended) => subscribedAt === undefined;

function describeVerification({
  pending,
  active,
  ended,
}: Omit<PairState, 'now'>): SubscriptionState['verification'] {
  const refused = ended && isRefused(ended) ? ended : undefined;
  const failure =
    pending?.failedAt !== undefined
      ? { at: pending.failedAt, fault: pending.fault }
      : active?.refusedAt !== undefined
        ? { at: active.refusedAt, fault: active.refusal }
        : refused?.cause && { at: refused.endedAt, fault: refused.cause };
  if (!pending && !active && !failure) return undefined;
  return {
    agreedAt: optionalTime(active?.verifiedAt),
    failedAt: optionalTime(failure?.at),
    fault: describeFault(failure?.fault),
    attempts: pending?.attempts,
    nextAt: optionalTime(pending?.nextAt),
  };
}

function describeDelivery(active: Active, now: number): SubscriptionState['delivery'] {
  const { nextAt, expiresAt } = active;
  const isTried = nextAt !== undefined && Math.max(nextAt, now) < expiresAt;
  return {
    acknowledgedAt: optionalTime(active.acknowledgedAt),
    milliseconds: active.latencyMs,
    failedAt: optionalTime(active.failedAt),
    fault: describeFault(active.fault),
    attempts: active.attempts,
    failedNotifications: active.failures,
    nextAt: isTried ? isoTime(Math.max(nextAt, now)) : undefined,
    isUpToDate: active.acknowledged === active.offered,
  };
}

function describeEnd(ended: Ended): SubscriptionState['ended'] {
  const { endedAt, reason, cause, notifiedAt, nextAt, expiresAt } = ended;
  const { message, advice } = explainEnd(reason);
  return {
    at: isoTime(endedAt),
    reason,
    text: message,
    advice,
    // For a request, it is the fault of its verification.
    fault: isRefused(ended) ? undefined : describeFault(cause),
    notifiedAt: optionalTime(notifiedAt),
    noticeUntil: nextAt === undefined ? undefined : optionalTime(expiresAt),
  };
}

function describeFault(fault: Fault | undefined): CallbackFault | undefined {
  if (!fault) return undefined;
  const { kind } = fault;
  // Distinguishing the two would tell strangers which names exist on our side of the network.
  if (kind === 'address' || kind === 'name')
    return { kind: 'name', ...explainFault({ kind: 'name' }) };
  return { ...fault, kind, ...explainFault(fault) };
}

const isoTime = (ms: number) => new Date(ms).toISOString();
const optionalTime = (ms: number | undefined) => (ms === undefined ? undefined : isoTime(ms));
