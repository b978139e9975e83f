import type { EndReason } from '#artifacts/hub-reasons.ts';
import type { Fault } from '../callback/fault.ts';
import type { HubSettings } from '../hub-settings.ts';
import type {
  Active,
  BlockedHost,
  Claimed,
  Ended,
  Intent,
  Pending,
  Row,
  TopicCounts,
} from './rows.ts';

/** The limits of a store; 0 is no limit. */
export type StoreLimits = Pick<
  HubSettings,
  'maxPendingPerClient' | 'maxSubscriptions' | 'maxSubscriptionsPerHost'
> & {
  /** Newcomers that wait for their verification; as many renewals. */
  readonly maxPending: number;
};

/** The outcome of a request. */
export type Acceptance =
  /** Stored, and to be verified. */
  | 'accepted'
  /** An unsubscription of a pair that the store does not know. */
  | 'unknown'
  /** Too many requests wait, in all or of its client. */
  | 'queue-full'
  | 'client-full'
  /** There are too many subscriptions, in all or of its host. */
  | 'full'
  | 'host-full'
  | 'blocked';

/** The content of a topic in a release. */
export type Publication = {
  readonly topic: string;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** The release's. */
  readonly ordinal: number;
  /** The hash before, according to the publisher; undefined if it has just started. */
  readonly after?: string | undefined;
};

/** The work that may be handed out. */
export type ClaimRequest = {
  readonly now: number;
  /** Work that is not settled by then may be claimed again. */
  readonly until: number;
  readonly limit: number;
  /** The share of one host in flight, and the current number by host. */
  readonly perHost: number;
  readonly inFlight: ReadonlyMap<string, number>;
};

export type DeliveryRequest = ClaimRequest & {
  /** The versions at hand: nothing of a topic with another newest version is handed out. */
  readonly topics: readonly Pick<Publication, 'topic' | 'hash'>[];
};

/** The outcome of claimed work: the transitions of a row. */
export type Outcome =
  /** The callback agreed: the request takes effect. */
  | { readonly kind: 'confirmed'; readonly at: number; readonly expiresAt: number }
  /** It has the version that was offered. */
  | { readonly kind: 'acknowledged'; readonly at: number; readonly latencyMs: number }
  /** It knows that its subscription has ended. */
  | { readonly kind: 'notified'; readonly at: number }
  /** The attempt failed, and is repeated unless there is no time for it. */
  | {
      readonly kind: 'failed';
      readonly at: number;
      readonly fault: Fault;
      readonly attempts: number;
      /** Of a delivery: the changes in a row that failed, and when the last was counted. */
      readonly failures?: number;
      readonly countedAt?: number | undefined;
      readonly nextAt: number | undefined;
    }
  /** It failed for good. */
  | {
      readonly kind: 'ended';
      readonly at: number;
      readonly reason: Extract<EndReason, 'failed' | 'gone' | 'refused' | 'crowded'>;
      readonly fault: Fault;
    }
  /** Not tried: nothing changes, except possibly the time when it is due. */
  | { readonly kind: 'released'; readonly nextAt?: number };

/** A claimed row, and the outcome of its work. */
export type Settlement = {
  readonly row: {
    readonly id: number;
    readonly claim: string;
    readonly state: Row['state'];
    /** The lease, and the version that was sent, of an active one. */
    readonly verifiedAt?: number;
    readonly offered?: number;
  };
  readonly outcome: Outcome;
};

/** A set of rows: one, those of a callback, or of a host and all below it. */
export type RowFilter =
  | { readonly id: number }
  | { readonly callback: string; readonly topic?: string | undefined }
  | { readonly host: string };

/** Everything known about one topic and callback. */
export type Pair = {
  readonly pending: Pending | undefined;
  readonly active: Active | undefined;
  /** The last end. */
  readonly ended: Ended | undefined;
};

/**
 * The memory of the hub, on disk before a promise resolves. Any method rejects with a
 * StoreUnavailableError if the store is out of reach, locked or full. Then nothing has happened, or
 * everything if a server's last answer was lost: retrying does no harm. Times are milliseconds
 * since 1970 by the store's clock.
 */
export type HubStore = {
  /** The store's clock, which all sidecars that share it use. */
  now(): Promise<number>;
  /** True if no other process takes work from this store. */
  readonly isExclusive: boolean;
  /** Makes all claimed work claimable at once; for an exclusive store, after a restart. */
  releaseClaims(): Promise<void>;

  /** Stores a request of a client. It replaces an earlier one for the same pair. */
  accept(intent: Intent, client: string, limits: StoreLimits, now: number): Promise<Acceptance>;
  /**
   * Records a version, if it differs from the last one and comes after it, and marks the topic's
   * active rows as due. A publisher that has just started is judged by the ordinal. From others, a
   * version is newer if it follows the last one or was not announced before (a sidecar that lags
   * behind publishes old ones), whatever the clocks by which releases are numbered. Resolves to the
   * result and the number of rows that are due.
   */
  announce(
    publication: Publication,
    now: number,
  ): Promise<{ readonly news: 'announced' | 'unchanged' | 'stale'; readonly due: number }>;

  claimVerifications(request: ClaimRequest): Promise<Claimed<Pending>[]>;
  claimDeliveries(request: DeliveryRequest): Promise<Claimed<Active>[]>;
  claimNotices(request: ClaimRequest): Promise<Claimed<Ended>[]>;
  /**
   * Records the outcomes of claimed work, all or none. Resolves to one boolean for each: true if it
   * counted, which it does only for the claim and the lease it was made under.
   */
  settle(settlements: readonly Settlement[]): Promise<readonly boolean[]>;
  /** Resolves to the time when a row of a state is next due or its claim ends, if there is one. */
  nextAt(state: Row['state'], now: number): Promise<number | undefined>;

  /** Ends expired leases and requests, and forgets ends before a time, except for due notices. */
  sweep(endedBefore: number, now: number): Promise<void>;
  /** Counts by topic, for all that were announced. */
  count(now: number): Promise<TopicCounts[]>;

  find(pair: Pick<Intent, 'topic' | 'callback'>): Promise<Pair>;
  /** Rows by topic and callback, the newest end last; all of them without a filter. */
  list(filter?: RowFilter): Promise<Row[]>;
  /**
   * Ends subscriptions and requests. With a notice, each callback whose lease had not ended is
   * notified. Resolves to the ended rows.
   */
  end(
    filter: RowFilter,
    end: { readonly reason: 'removed' | 'blocked'; readonly isNotified: boolean },
    now: number,
  ): Promise<{ readonly subscriptions: number; readonly requests: number }>;
  /** Keeps out a host and all below it. Resolves to false if it is blocked already. */
  block(host: string, now: number): Promise<boolean>;
  /** Resolves to false if it was not blocked. */
  unblock(host: string): Promise<boolean>;
  listBlocked(): Promise<BlockedHost[]>;

  close(): Promise<void>;
};

/** The code of a database that needs the attention of its operator. */
export const UNUSABLE = 'HUB_STORE_UNUSABLE';

/** Thrown if a store cannot do its work now: nothing was stored, and it may be retried. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** The system's name for the reason, such as ENOSPC, or one of ours. */
  readonly code: string;

  constructor(
    message: string,
    options: ErrorOptions & { readonly code?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = options.code ?? 'HUB_STORE_UNAVAILABLE';
  }
}
