import type { EndReason } from '#artifacts/hub-reasons.ts';
import type { Fault } from '../callback/fault.ts';
import type { HubSettings } from '../hub-settings.ts';
import type {
  Active,
  BlockedHost,
  Claimed,
  Delivery,
  Ended,
  Intent,
  Pending,
  Row,
  TopicCounts,
} from './rows.ts';

/** How much a store takes; 0 is no limit. */
export type StoreLimits = Pick<
  HubSettings,
  'maxPendingPerClient' | 'maxSubscriptions' | 'maxSubscriptionsPerHost'
> & {
  /** Newcomers that wait for their verification; as many renewals. */
  readonly maxPending: number;
};

/**
 * What became of a request: stored and to be verified; nothing to be done, as an unsubscription of
 * what the store does not know; or refused, as enough requests wait, in all or of its client, as there
 * are enough subscriptions, in all or of its host, or as its host is blocked.
 */
export type Acceptance =
  | 'accepted'
  | 'unknown'
  | 'queue-full'
  | 'client-full'
  | 'full'
  | 'host-full'
  | 'blocked';

/** What a topic holds in a release. */
export type Publication = {
  readonly topic: string;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** The release's. */
  readonly ordinal: number;
  /** The hash before, as the publisher had it; undefined where it has just started. */
  readonly after?: string | undefined;
};

/** Which work may be handed out. */
export type ClaimRequest = {
  readonly now: number;
  /** Work that is not settled until then may be claimed again. */
  readonly until: number;
  readonly limit: number;
  /** How much of one host may be in flight, and how much is, by host. */
  readonly perHost: number;
  readonly inFlight: ReadonlyMap<string, number>;
};

export type DeliveryRequest = ClaimRequest & {
  /** The versions at hand: nothing is handed out of a topic whose newest is another. */
  readonly topics: readonly { readonly topic: string; readonly hash: string }[];
  /** Whether also those that have failed since they last acknowledged something. */
  readonly withFailing: boolean;
};

/** What became of claimed work: the transitions of a row. */
export type Outcome =
  /** The callback agreed: the request takes effect. */
  | { readonly kind: 'confirmed'; readonly at: number; readonly expiresAt: number }
  /** It has the version that it was offered. */
  | { readonly kind: 'acknowledged'; readonly at: number; readonly latencyMs: number }
  /** It knows that its subscription has ended. */
  | { readonly kind: 'notified'; readonly at: number }
  /** The attempt failed, and the same is tried again, unless there is no time for it. */
  | {
      readonly kind: 'failed';
      readonly at: number;
      readonly fault: Fault;
      readonly attempts: number;
      /** Of a delivery: changes in a row that failed, and when the last was counted. */
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
  /** Not tried: nothing has changed, but perhaps when it is due. */
  | { readonly kind: 'released'; readonly nextAt?: number };

/** A claimed row, and what became of its work. */
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

/** Which rows are meant: one, those of a callback, or of a host and all below it. */
export type RowFilter =
  | { readonly id: number }
  | { readonly callback: string; readonly topic?: string | undefined }
  | { readonly host: string };

/** All that is known of one topic and callback. */
export type Pair = {
  readonly pending: Pending | undefined;
  readonly active: Active | undefined;
  /** The last end. */
  readonly ended: Ended | undefined;
};

/**
 * What the hub remembers, on disk before a promise resolves. Any method rejects with a
 * StoreUnavailableError where the store is out of reach, locked or full. Nothing has happened then,
 * or all of it where a server's last answer was lost: asking again does no harm. Times are milliseconds
 * since 1970 by the store's clock.
 */
export type HubStore = {
  /** The store's clock, which all sidecars that share it go by. */
  now(): Promise<number>;
  /** True where no other process takes work from this store. */
  readonly isExclusive: boolean;
  /** Makes whatever is claimed claimable at once; for an exclusive store, after a restart. */
  releaseClaims(): Promise<void>;

  /** Stores a request of a client. It replaces an earlier one for the same pair. */
  accept(intent: Intent, client: string, limits: StoreLimits, now: number): Promise<Acceptance>;
  /**
   * Records a version, if it differs from the last one and comes after it, and marks the topic's
   * active rows as due. A publisher that has just started is judged by the ordinal. From others, a
   * version is newer if it follows the last one or was not announced before (a sidecar that lags
   * behind publishes old ones), whatever the clocks by which releases are numbered. Resolves to what it
   * is, and to how many it is due.
   */
  announce(
    publication: Publication,
    now: number,
  ): Promise<{ readonly news: 'announced' | 'unchanged' | 'stale'; readonly due: number }>;

  claimVerifications(request: ClaimRequest): Promise<Claimed<Pending>[]>;
  claimDeliveries(request: DeliveryRequest): Promise<Claimed<Delivery>[]>;
  claimNotices(request: ClaimRequest): Promise<Claimed<Ended>[]>;
  /**
   * Records what became of claimed work, all of it or nothing. An outcome counts only for the claim and
   * the lease it was made under. Resolves to whether each has counted.
   */
  settle(settlements: readonly Settlement[]): Promise<readonly boolean[]>;
  /** When the next row of a state is due, or its claim ends; undefined where none is. */
  nextAt(state: Row['state'], now: number): Promise<number | undefined>;

  /**
   * Ends leases and requests whose time is over, and forgets what ended before a time, but for notices
   * that are owed.
   */
  sweep(endedBefore: number, now: number): Promise<void>;
  /** Counts by topic, of all that were announced. */
  count(now: number): Promise<TopicCounts[]>;

  find(pair: { readonly topic: string; readonly callback: string }): Promise<Pair>;
  /** Rows by topic and callback, the newest end last; all of them without a filter. */
  list(filter?: RowFilter): Promise<Row[]>;
  /**
   * Ends subscriptions and requests. With a notice, each callback whose lease had not ended is
   * notified. Resolves to what has ended.
   */
  end(
    filter: RowFilter,
    end: { readonly reason: 'removed' | 'blocked'; readonly isNotified: boolean },
    now: number,
  ): Promise<{ readonly subscriptions: number; readonly requests: number }>;
  /** Keeps a host out, and all below it. Resolves to false where it is blocked already. */
  block(host: string, now: number): Promise<boolean>;
  /** Resolves to false where it was not blocked. */
  unblock(host: string): Promise<boolean>;
  listBlocked(): Promise<BlockedHost[]>;

  close(): Promise<void>;
};

/** Thrown where a store cannot do its work now: nothing was stored, and it may be asked again. */
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

/** Thrown where a store can never do its work as it is, and needs attention. */
export class StoreUnusableError extends Error {
  override readonly name = 'StoreUnusableError';
}
