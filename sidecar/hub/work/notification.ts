import { createHmac } from 'node:crypto';
import { topicLink } from '#artifacts/catalog.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { parseHttpDate } from '../../http/headers.ts';
import { type Answered, isSuccess, type Unreached } from '../callback/callback-client.ts';
import { MAX_FAILURES, type SignatureAlgorithm } from '../hub-settings.ts';
import type { Delivery, Settlement } from '../store/hub-store.ts';

/** Each delay varies by this part, so that retries of many do not coincide. */
const JITTER = 0.2;

/** A notification about to be tried, with what came before it. */
export type Notification = {
  readonly attempts: number;
  readonly failures: number;
};

/** Why a subscription ends. */
export type Removal = 'gone' | 'failed';

export type Decision = { readonly settlement: Settlement; readonly removal?: Removal };

/**
 * What a claimed delivery begins with. A notification that had failed at least once when newer
 * content came counts as one failure; its remaining retries are not made. It does not count for
 * versions up to `excusedUpTo`, whose attempts were made while our own network was down.
 */
export function beginNotification(
  { tried, attempts, failures, sequence }: Delivery,
  excusedUpTo = 0,
): Notification {
  if (tried >= sequence) return { attempts, failures };
  const counts = attempts > 0 && tried > excusedUpTo;
  return { attempts: 0, failures: counts ? failures + 1 : failures };
}

/** True where enough failures count for the subscription to end. */
export function isGivenUp({ failures }: Notification): boolean {
  return failures >= MAX_FAILURES;
}

/** The subscription of a delivery ends. */
export function removeFor(removal: Removal, { id, claim }: Delivery): Decision {
  return { settlement: { id, claim, outcome: 'removed' }, removal };
}

/**
 * What follows from an attempt. Any 2xx acknowledges (WebSub §7); 410 ends the subscription; all
 * else is a failed attempt. Failures are counted once a notification, when its retries are used up,
 * and three in a row end the subscription.
 */
export function decideSettlement(
  delivery: Delivery,
  { attempts, failures }: Notification,
  result: Answered | Unreached,
  now: number,
  /** Seconds between the attempts of one notification; a number from 0 up to 1. */
  { retryDelays, random }: { retryDelays: readonly number[]; random: () => number },
): Decision {
  const { id, claim, sequence } = delivery;
  if (result.kind === 'answered') {
    if (isSuccess(result)) {
      return { settlement: { id, claim, outcome: 'acknowledged', sequence, at: now } };
    }
    if (result.status === 410) return removeFor('gone', delivery);
  }
  const wait =
    result.kind === 'answered' ? readRetryAfter(result.retryAfter, result.status, now) : 0;
  const delay = retryDelays[attempts];
  if (delay !== undefined) {
    const spread = 1 - JITTER + 2 * JITTER * random();
    const readyAt = now + Math.max(wait, Math.round(delay * 1000 * spread));
    const made = attempts + 1;
    return {
      settlement: { id, claim, outcome: 'retry', sequence, attempts: made, failures, readyAt },
    };
  }
  const counted = failures + 1;
  if (isGivenUp({ attempts, failures: counted })) return removeFor('failed', delivery);
  const readyAt = now + wait;
  return { settlement: { id, claim, outcome: 'dropped', sequence, failures: counted, readyAt } };
}

/** Longer than this nobody is waited for. */
const MAX_SECONDS = 3600;

/**
 * How many milliseconds a Retry-After field (RFC 9110 §10.2.3) asks to wait, an hour at most; 0
 * where there is none, where it is malformed, or where the status gives it no such meaning.
 */
export function readRetryAfter(field: string | undefined, status: number, now: number): number {
  if (field === undefined || (status !== 429 && status !== 503)) return 0;
  const text = field.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : (parseHttpDate(text) ?? now) - now;
  return Math.min(Math.max(0, ms), MAX_SECONDS * 1000);
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
    Link: topicLink(hubUrl, topic),
    ...(secret !== undefined && { 'X-Hub-Signature': sign(secret) }),
  };
}
