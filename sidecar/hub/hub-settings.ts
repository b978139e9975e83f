/** The database of the hub inside STATE_DIR, if there is no DATABASE_URL. */
export const HUB_FILE = 'hub.sqlite';

/** An inclusive range of TCP ports. */
export type PortRange = { readonly first: number; readonly last: number };

export const SIGNATURE_ALGORITHMS = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** The bounds of a lease, in seconds. */
export type LeaseBounds = { readonly default: number; readonly min: number; readonly max: number };

/** The settings of the hub; the configuration, as values that a thread can be given. */
export type HubSettings = {
  readonly lease: LeaseBounds;
  /** Seconds between the attempts at one content, the last repeating; empty if there is one. */
  readonly retryDelays: readonly number[];
  /** Seconds within which failed notifications count as one. */
  readonly failureSpacing: number;
  /** Slots for deliveries, and as many for verifications; a slow request gives its slot back. */
  readonly concurrency: number;
  readonly concurrencyPerHost: number;
  readonly callbackPorts: readonly PortRange[];
  /** Seconds for a whole delivery; a verification gets at most 10. */
  readonly timeout: number;
  /** Seconds from one fan-out of a topic to the next; 0 if changes do not wait. */
  readonly minInterval: number;
  /** Maximum waiting newcomers of one client; 0 is no limit. */
  readonly maxPendingPerClient: number;
  /** 0 is no limit. */
  readonly maxSubscriptions: number;
  readonly maxSubscriptionsPerHost: number;
  /** Ranges that callbacks may use although they are not public. */
  readonly allowedCidrs: readonly string[];
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** True if verifications are limited by host and network. */
  readonly isRateLimited: boolean;
};

// Fixed limits. The hub's status states those that its clients reach.

/** A form with a callback, a topic and a secret, each at its maximum length and percent-encoded. */
export const MAX_FORM_BYTES = 8192;
/** WebSub has five; others are ignored. */
export const MAX_FORM_PARAMETERS = 50;
/** WebSub §5.1: fewer than 200 bytes. */
export const MAX_SECRET_BYTES = 199;
/** The longest URLs of callbacks in practice: proxies and servers accept no longer ones. */
export const MAX_CALLBACK_LENGTH = 2048;
/** Of one client: a subscriber to all topics sends three now and three a few days later. */
export const MAX_REQUESTS_PER_MINUTE = 30;

/** Requests that wait for their verification: a bound on the work that strangers can cause. */
export const MAX_PENDING = 1000;
/** Verifications of a host, and of a network: the hub shall be no means of attack. */
export const VERIFICATION_RATE = { burst: 10, perMinute: 10 };

/**
 * Returns the maximum requests of one kind in flight: ten for each slot, as slow ones have none,
 * but no more than an eighth of the files that may be open.
 */
export function limitInFlight(slots: number, openFiles = Number.POSITIVE_INFINITY): number {
  return Math.min(10 * slots, Math.max(slots, Math.floor(openFiles / 8)));
}

/** For a verification, which strangers can cause, whatever a delivery may take. */
export const MAX_VERIFICATION_MS = 10_000;
/** For the answer to a verification: more than a challenge, so that its fault can be named. */
export const MAX_ANSWER_BYTES = 4096;
/** Changes in a row that may fail (site/docs/websub.md, Retries and failures). */
export const MAX_FAILURES = 3;
