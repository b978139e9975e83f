/** The database of the hub inside STATE_DIR, where there is no DATABASE_URL. */
export const HUB_FILE = 'hub.sqlite';

/** An inclusive range of TCP ports. */
export type PortRange = { readonly first: number; readonly last: number };

export const SIGNATURE_ALGORITHMS = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** The bounds of a lease, in seconds. */
export type LeaseBounds = { readonly default: number; readonly min: number; readonly max: number };

/** How the hub is set up; the configuration, as values that a thread can be given. */
export type HubSettings = {
  readonly lease: LeaseBounds;
  /** Seconds between the attempts of one notification; empty where there is one attempt. */
  readonly retryDelays: readonly number[];
  /** Deliveries in flight; as many verifications. */
  readonly concurrency: number;
  readonly concurrencyPerHost: number;
  readonly callbackPorts: readonly PortRange[];
  /** Seconds for a whole delivery; a verification gets 10 at most. */
  readonly timeout: number;
  /** 0 is no limit. */
  readonly maxSubscriptions: number;
  readonly maxSubscriptionsPerHost: number;
  /** Ranges that callbacks may use although they are not public. */
  readonly allowedCidrs: readonly string[];
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** Whether verifications are limited by host and network. */
  readonly isRateLimited: boolean;
};

/** Requests that wait for their verification. */
export const MAX_PENDING = 1000;
/** The specification's (part 6, rule 5). */
export const MAX_FAILURES = 3;
