import { createHmac } from 'node:crypto';
import { notificationLink } from '#artifacts/catalog.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { parseHttpDate } from '../../http/headers.ts';
import { type Answered, isSuccess } from '../callback/callback-answer.ts';
import type { Fault, Unreached } from '../callback/fault.ts';
import { MAX_FAILURES, type SignatureAlgorithm } from '../hub-settings.ts';
import type { Settlement } from '../store/hub-store.ts';
import type { Delivery } from '../store/rows.ts';

/** Each delay is longer by up to this part, so that retries of many do not coincide. */
const JITTER = 0.2;
/** While the ladder waits, newer content is tried once the last attempt is as old. */
const EARLY_MS = 900_000;
/** The same where a published review is gone: who has it should know soon. */
const URGENT_MS = 60_000;
/** How long a notification is postponed without counting: whoever is away for longer has failed. */
const MAX_POSTPONED_MS = 86_400_000;
/** A subscriber that asks to wait for a moment, again and again, is asked less and less often. */
const MIN_POSTPONE_MS = 10_000;
const POSTPONE_SHARE = 1 / 4;
/** How long an attempt waits that failed on our own side, and at most. */
const LOCAL_MS = { least: 60_000, most: 300_000 };

/** A delay of at least this, by a number from 0 up to 1. */
export function jitter(ms: number, random: () => number): number {
  return Math.round(ms * (1 + JITTER * random()));
}

type Policy = {
  /** Seconds between the attempts of one notification. */
  readonly retryDelays: readonly number[];
  /** A number from 0 up to 1. */
  readonly random: () => number;
};

/** An attempt that is over. */
export type Attempt = {
  readonly result: Answered | Unreached;
  readonly startedAt: number;
  readonly endedAt: number;
};

/**
 * What follows from an attempt. Any 2xx acknowledges (WebSub §7); 410 ends the subscription; all
 * else is a failed attempt. Failures are counted once a notification, when its ladder of retries is
 * used up, and three in a row end the subscription (part 6, rule 5).
 *
 * - Newer content takes the place of older at the next attempt, and stays on its ladder.
 * - An attempt before the ladder's next, as the content has changed, neither counts nor moves it.
 * - Retry-After of a 429 or 503, and a fault of our own, postpone without counting, for a day.
 */
export function decideSettlement(
  delivery: Delivery,
  { result, startedAt, endedAt }: Attempt,
  { retryDelays, random }: Policy,
): Settlement {
  const { id, claim, sequence, attempts, failures } = delivery;
  const at = endedAt;
  if (result.kind === 'answered' && isSuccess(result)) {
    return { id, claim, outcome: 'acknowledged', sequence, at, latencyMs: at - startedAt };
  }
  const fault = faultOf(result);
  if (fault.status === 410) return { id, claim, outcome: 'ended', reason: 'gone', at, fault };
  const failed = { id, claim, outcome: 'failed', sequence, at, fault, attempts, failures } as const;
  // Only a change is tried before its time.
  const isEarly = attempts > 0 && delivery.readyAt > startedAt;
  const postponedAt = delivery.postponedAt ?? at;
  const wait = readPostponement(result, at - postponedAt, at);
  if (wait !== undefined && at - postponedAt < MAX_POSTPONED_MS) {
    const until = at + wait;
    const readyAt = isEarly ? Math.max(delivery.readyAt, until) : until;
    return { ...failed, readyAt, earlyAt: until, urgentAt: until, postponedAt, isOver: false };
  }
  const waiting = (readyAt: number) => ({
    readyAt,
    earlyAt: Math.min(readyAt, at + EARLY_MS),
    urgentAt: Math.min(readyAt, at + URGENT_MS),
    postponedAt: delivery.postponedAt,
    isOver: false,
  });
  if (isEarly) return { ...failed, ...waiting(Math.max(delivery.readyAt, at)) };
  const delay = retryDelays[attempts];
  if (delay !== undefined) {
    return { ...failed, attempts: attempts + 1, ...waiting(at + jitter(delay * 1000, random)) };
  }
  if (failures + 1 >= MAX_FAILURES) {
    return { id, claim, outcome: 'ended', reason: 'failed', at, fault };
  }
  const next = { readyAt: at, earlyAt: at, urgentAt: at, postponedAt: undefined };
  return { ...failed, attempts: 0, failures: failures + 1, ...next, isOver: true };
}

/** What went wrong, of an answer that does not acknowledge or of none. */
export function faultOf(result: Answered | Unreached): Fault {
  if (result.kind === 'answered') {
    const { status } = result;
    const isRedirect = status >= 300 && status < 400;
    const message = isRedirect ? `it answered ${status}, a redirect` : `it answered ${status}`;
    return { kind: 'status', status, message };
  }
  const { fault: kind, code, message } = result;
  return { kind, ...(code !== undefined && { code }), message };
}

/** For how many ms to postpone an attempt that does not count; undefined where it does. */
function readPostponement(
  result: Answered | Unreached,
  /** How long it was postponed already. */
  soFar: number,
  now: number,
): number | undefined {
  const growing = soFar * POSTPONE_SHARE;
  if (result.kind === 'unreached') {
    if (result.fault !== 'local') return undefined;
    return Math.min(Math.max(LOCAL_MS.least, growing), LOCAL_MS.most);
  }
  const asked = readRetryAfter(result.retryAfter, result.status, now);
  return asked === undefined ? undefined : Math.max(asked, MIN_POSTPONE_MS, growing);
}

/**
 * How many milliseconds a Retry-After field (RFC 9110 §10.2.3) asks to wait, a day at most; undefined
 * where there is none, where it is malformed, or where the status gives it no such meaning.
 */
export function readRetryAfter(
  field: string | undefined,
  status: number,
  now: number,
): number | undefined {
  if (field === undefined || (status !== 429 && status !== 503)) return undefined;
  const text = field.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  return at === undefined ? undefined : Math.min(Math.max(0, at - now), MAX_POSTPONED_MS);
}

/** The headers of a notification (WebSub §7). The signature covers exactly these bytes. */
export function createNotificationHeaders(
  facts: {
    readonly hubUrl: string;
    /** The canonical topic URL. */
    readonly topic: string;
    /** Exactly what a GET of the topic answers as its Content-Type. */
    readonly mediaType: string;
    /** The subscriber's; without one a notification is not signed. */
    readonly secret: string | undefined;
    readonly algorithm: SignatureAlgorithm;
  },
  body: Pieces,
): Record<string, string> {
  const { hubUrl, topic, mediaType, secret, algorithm } = facts;
  const sign = (key: string): string => {
    const hmac = createHmac(algorithm, key);
    for (const piece of body) hmac.update(piece);
    return `${algorithm}=${hmac.digest('hex')}`;
  };
  return {
    'Content-Type': mediaType,
    Link: notificationLink(hubUrl, topic),
    ...(secret !== undefined && { 'X-Hub-Signature': sign(secret) }),
  };
}
