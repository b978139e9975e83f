import type { Fault } from '../callback/fault.ts';
import type {
  BlockedHost,
  Delivery,
  Ended,
  Intent,
  Notice,
  PendingRequest,
  StoredTopic,
  Subscription,
  TopicCounts,
  Verification,
} from './rows.ts';

/** Where a request comes from, and leads to: whose share of the queue it takes. */
export type Origin = {
  /** The network of the client: a /24 of IPv4, or a /56 of IPv6. */
  readonly client: string;
  /** The network of the callback, where its host is an address. */
  readonly network: string | undefined;
};

/** How much a store takes; 0 is no limit. */
export type StoreLimits = {
  /** Newcomers that wait for their verification; as many renewals. */
  readonly pending: number;
  /** Newcomers of one client, and as many whose callbacks are in one network. */
  readonly pendingPerClient: number;
  readonly subscriptions: number;
  readonly subscriptionsPerHost: number;
};

/**
 * What became of a request: stored and to be verified, where `evicted` says whether another one had
 * to go for it; nothing to be done, as an unsubscription of what the store does not know; or refused,
 * as there are enough subscriptions, in all or of one host, or enough requests that wait for their
 * verification, in all, of its client or of its network; or as its host is blocked.
 */
export type Acceptance =
  | 'accepted'
  | 'evicted'
  | 'unknown'
  | 'queue-full'
  | 'client-full'
  | 'network-full'
  | 'full'
  | 'host-full'
  | 'blocked';

/**
 * What became of a request that is postponed: kept, where another one of its network may have had to
 * go for it; or ended, as its client has most of those that wait for its network.
 */
type Postponed = Extract<Acceptance, 'accepted' | 'evicted' | 'network-full'>;

/** How a request waits for its next attempt. */
export type Postponement = {
  readonly attempts: number;
  readonly readyAt: number;
  readonly crowdedAt?: number | undefined;
  /** The network of its callback, once it is known. */
  readonly network?: string | undefined;
  readonly fault?: Fault | undefined;
};

type Confirmation = 'subscribed' | 'renewed' | 'unsubscribed' | 'superseded';

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

/** A change; nothing new; or older than what another sidecar has announced. */
type Announcement = 'announced' | 'unchanged' | 'stale';

/** Which work may be handed out. */
export type ClaimRequest = {
  readonly now: number;
  /** Work that is not settled until then may be claimed again. */
  readonly until: number;
  readonly limit: number;
  /** Hosts that get nothing now. */
  readonly busyHosts: readonly string[];
  /** Maximum of one host. */
  readonly perHost: number;
  /** Clients whose requests come after those of all others. */
  readonly servedClients?: readonly string[];
  /** Whether to take what was claimed and not settled in time: its claimer has died. */
  readonly takeOver: boolean;
};

export type DeliveryClaimRequest = ClaimRequest & {
  readonly topic: string;
  /** The version at hand: nothing is claimed where it is not the one announced last. */
  readonly hash: string;
  /** Either those whose last attempt failed, or the others. */
  readonly failing: boolean;
};

/** What became of a claimed delivery. */
export type Settlement = {
  readonly id: number;
  readonly claim: string;
} & (
  | {
      readonly outcome: 'acknowledged';
      readonly sequence: number;
      readonly at: number;
      readonly latencyMs: number;
    }
  /** The attempt failed; what is to come is on the row. */
  | {
      readonly outcome: 'failed';
      readonly sequence: number;
      readonly at: number;
      readonly fault: Fault;
      readonly attempts: number;
      readonly failures: number;
      readonly countedAt: number | undefined;
      /** When the same content is tried again; at the end of the lease it never is. */
      readonly readyAt: number;
      /** The lease that it counts for: one that was renewed meanwhile is not to blame. */
      readonly expiresAt: number;
    }
  /** The subscription ends; the callback is notified of it unless it ended it itself. */
  | {
      readonly outcome: 'ended';
      readonly reason: 'failed' | 'gone';
      readonly at: number;
      readonly fault: Fault;
      readonly expiresAt: number;
    }
  /** Not tried: nothing has changed. */
  | { readonly outcome: 'released' }
);

/** What became of a notice: the callback answered, or it is tried again. */
export type NoticeOutcome = { readonly id: number; readonly claim: string } & (
  | { readonly outcome: 'answered'; readonly at: number }
  | {
      readonly outcome: 'failed';
      readonly attempts: number;
      readonly readyAt: number;
      readonly fault: Fault;
    }
  | { readonly outcome: 'released' }
);

/** All that is known of one topic and callback. */
export type Pair = {
  readonly request: PendingRequest | undefined;
  readonly subscription: Subscription | undefined;
  readonly ended: Ended | undefined;
  /** When the newest version is tried, 0 for at once; undefined where it was acknowledged. */
  readonly dueAt: number | undefined;
};

/** What is counted where requests are refused or given up. */
export const REFUSALS = [
  'client-full',
  'network-full',
  'queue-full',
  'evicted',
  'crowded',
  'blocked',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** How full the queue of requests is, and what was refused. */
export type QueueCounts = {
  readonly waiting: number;
  /** Clients that have requests in it, and the most that one of them has. */
  readonly clients: number;
  readonly mostOfClient: number;
  /** The same by the callbacks' networks, as far as they are known. */
  readonly networks: number;
  readonly mostOfNetwork: number;
  /** Notices that are still to be answered. */
  readonly notices: number;
  /** What was refused today and yesterday (UTC). */
  readonly refused: Readonly<Partial<Record<Refusal, number>>>;
};

/** Everything that a store holds, for another store. */
export type HubContent = {
  readonly topics: readonly StoredTopic[];
  readonly subscriptions: readonly Subscription[];
  readonly requests: readonly PendingRequest[];
  readonly ended: readonly Ended[];
  readonly blocked: readonly BlockedHost[];
};

/** Which subscriptions and requests are meant: those of a callback, or of a host and all below it. */
export type RowFilter =
  | { readonly callback: string; readonly topic?: string | undefined }
  | { readonly host: string };

type ImportReport = {
  readonly added: number;
  /** Pairs of topic and callback that are there already: they stay as they are. */
  readonly kept: number;
};

/**
 * What the hub remembers, on disk before a promise resolves. The subscriptions are the delivery
 * queue: one is due while the version it has acknowledged is older than its topic's newest. Any method
 * rejects with a StoreUnavailableError where the store is out of reach, locked or full. Nothing has
 * happened then, or all of it where a server's last answer was lost: asking again does no harm, but
 * the second answer is about what the first call has left (`confirm`: superseded; `announce`:
 * unchanged; `claimDeliveries`: nothing until the lost claim ends; counts: 0). Times are
 * milliseconds since 1970 by the store's clock.
 */
export type HubStore = {
  /** The store's clock, which all sidecars that share it go by. */
  now(): Promise<number>;
  /** True where no other process takes work from this store. */
  readonly isExclusive: boolean;
  /** Makes whatever is claimed claimable at once; for an exclusive store, after a restart. */
  releaseClaims(): Promise<void>;

  /**
   * Stores a request. It replaces an earlier one for the same topic and callback. Where its network
   * has its share, or the queue is full, the client that has most there gives way: its oldest
   * request ends, unless the newcomer's client would then have more than it.
   */
  accept(intent: Intent, origin: Origin, limits: StoreLimits, now: number): Promise<Acceptance>;
  claimVerifications(request: ClaimRequest): Promise<Verification[]>;
  /** The callback agreed: the request takes effect, unless a newer one has replaced it. */
  confirm(id: number, expiresAt: number, now: number): Promise<Confirmation>;
  /** The callback refused, or never answered, or too many wait: the request has ended. */
  refuse(id: number, reason: 'refused' | 'crowded', fault: Fault, now: number): Promise<void>;
  /**
   * The request is to be verified later. Where it is a newcomer and `perNetwork` others (0: no limit)
   * wait whose callbacks are in its network, the client that has most of them gives way.
   */
  postpone(
    id: number,
    postponement: Postponement,
    perNetwork: number,
    now: number,
  ): Promise<Postponed>;
  /** When the next request is to be verified; undefined where none waits. */
  nextVerificationAt(): Promise<number | undefined>;

  /**
   * Records a version, if it differs from the last one and comes after it. A publisher that has
   * just started is judged by the ordinal. From others, a version is newer if it follows the last one
   * or was not announced before (a sidecar that lags behind publishes old ones), whatever the clocks
   * by which releases are numbered.
   */
  announce(publication: Publication, now: number): Promise<Announcement>;
  claimDeliveries(request: DeliveryClaimRequest): Promise<Delivery[]>;
  /**
   * Records what became of deliveries. Where a claim is lost, only an acknowledgement counts.
   * Resolves to the ids of the subscriptions that ended.
   */
  settle(settlements: readonly Settlement[]): Promise<readonly number[]>;
  /** When the next subscription to a topic is due; undefined where none lacks its version. */
  nextDeliveryAt(topic: string, hash: string, now: number): Promise<number | undefined>;

  claimNotices(request: ClaimRequest): Promise<Notice[]>;
  settleNotice(outcome: NoticeOutcome): Promise<void>;
  /** When the next notice is due; undefined where none is owed. */
  nextNoticeAt(now: number): Promise<number | undefined>;

  /**
   * Forgets what ended before a time, and subscriptions whose lease ended before it; notices that are
   * owed remain. Requests that came before `staleBefore` and are not verified yet end as refused.
   * Resolves to how many subscriptions.
   */
  purge(before: number, staleBefore: number, now: number): Promise<number>;
  count(now: number): Promise<TopicCounts[]>;
  countQueue(now: number): Promise<QueueCounts>;
  /** Adds to what was refused on the day of a time. */
  addRefusals(counts: ReadonlyMap<Refusal, number>, now: number): Promise<void>;

  findPair(pair: { readonly topic: string; readonly callback: string }): Promise<Pair>;
  listSubscriptions(filter: { topic?: string; callback?: string }): Promise<Subscription[]>;
  listRequests(filter: { callback?: string }): Promise<PendingRequest[]>;
  /** What ended, the newest first. */
  listEnded(filter: { callback?: string }): Promise<Ended[]>;
  /**
   * Ends subscriptions and requests. With a notice, each callback whose lease had not ended is
   * notified. Resolves to what has ended.
   */
  endRows(
    filter: RowFilter,
    end: { readonly reason: 'removed' | 'blocked'; readonly isNotified: boolean },
    now: number,
  ): Promise<{ readonly subscriptions: number; readonly requests: number }>;
  /** Keeps a host out, and all below it. Resolves to false where it is blocked already. */
  block(host: string, now: number): Promise<boolean>;
  /** Resolves to false where it was not blocked. */
  unblock(host: string): Promise<boolean>;
  listBlocked(): Promise<BlockedHost[]>;
  exportAll(): Promise<HubContent>;
  importAll(content: HubContent): Promise<ImportReport>;

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

/** Thrown where a store can never do its work as it is: somebody has to look at it. */
export class StoreUnusableError extends Error {
  override readonly name = 'StoreUnusableError';
}
