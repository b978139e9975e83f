import { z } from 'zod';

/** What SQL has as NULL. */
export const absent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullable().transform((value) => value ?? undefined);

/** What a subscriber asks for (WebSub §5.1): checked, and to be verified before it has any effect. */
export const Intent = z.object({
  mode: z.enum(['subscribe', 'unsubscribe']),
  /** The canonical topic URL. */
  topic: z.string(),
  /** As the subscriber wrote it, for the verification request to repeat. */
  topicAsGiven: z.string(),
  /** As the subscriber wrote it: requests go to exactly this URL. */
  callback: z.string(),
  /** The callback's host name in lower case, without port: what limits count by. */
  host: z.string(),
  secret: absent(z.string()),
  /** The lease that is granted if the callback agrees. */
  leaseSeconds: z.number(),
});
export type Intent = Readonly<z.infer<typeof Intent>>;

/** How much a store takes; 0 is no limit. */
export type StoreLimits = {
  readonly pending: number;
  readonly subscriptions: number;
  readonly subscriptionsPerHost: number;
};

/**
 * What became of a request: stored and to be verified; nothing to be done, as an unsubscription of
 * what the store does not know; or refused, as there are enough subscriptions, in all or of one
 * host, or enough requests that wait for their verification.
 */
export type Acceptance = 'accepted' | 'unknown' | 'queue-full' | 'full' | 'host-full';

/** A stored request that is due. */
export type Verification = Intent & {
  /** Belongs to this request alone: a newer one for the same topic and callback has another. */
  readonly id: number;
  /** How often there was no answer. */
  readonly attempts: number;
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
  /** Whether to take what was claimed and not settled in time: its claimer has died. */
  readonly takeOver: boolean;
};

export type DeliveryClaimRequest = ClaimRequest & {
  readonly topic: string;
  /** The version at hand: nothing is claimed where it is not the one announced last. */
  readonly hash: string;
  /** Either those whose last attempt failed, or the others. */
  readonly failing: boolean;
  /** Which are first: those that lack most, or any. */
  readonly order: 'oldest' | 'random';
};

/** A subscription that lacks the newest version of its topic. Times are in ms since 1970. */
export const Due = z.object({
  id: z.number(),
  topic: z.string(),
  callback: z.string(),
  host: z.string(),
  secret: absent(z.string()),
  expiresAt: z.number(),
  /** The version that was tried last, and how often it failed; 0 where none did. */
  tried: z.number(),
  attempts: z.number(),
  /** Notifications in a row that failed. */
  failures: z.number(),
});
/** One that is claimed. */
export type Delivery = Readonly<z.infer<typeof Due>> & {
  /** Belongs to this claim alone. */
  readonly claim: string;
  /** Counts the announced versions of the topic: the one to deliver. */
  readonly sequence: number;
};

/** What became of a claimed delivery. */
export type Settlement = {
  readonly id: number;
  readonly claim: string;
} & (
  | { readonly outcome: 'acknowledged'; readonly sequence: number; readonly at: number }
  /** Failed, and to be tried again. */
  | {
      readonly outcome: 'retry';
      readonly sequence: number;
      readonly attempts: number;
      readonly failures: number;
      readonly readyAt: number;
    }
  /** Failed for good: the subscription waits for the next version, not before readyAt. */
  | {
      readonly outcome: 'dropped';
      readonly sequence: number;
      readonly failures: number;
      readonly readyAt: number;
    }
  /** The subscription ends. */
  | { readonly outcome: 'removed' }
  /** Not tried, or not the subscriber's fault: nothing is counted. */
  | { readonly outcome: 'released'; readonly readyAt: number }
);

export const TopicCounts = z.object({
  topic: z.string(),
  /** Undefined where nothing was announced yet. */
  hash: absent(z.string()),
  announcedAt: absent(z.number()),
  active: z.number(),
  pendingVerification: z.number(),
  pendingRemoval: z.number(),
  /** Lease ended within the last day. */
  expired: z.number(),
  /** Active subscriptions that lack the newest version. */
  due: z.number(),
});
export type TopicCounts = Readonly<z.infer<typeof TopicCounts>>;

/** A subscription as operators see it. */
export const Subscription = z.object({
  topic: z.string(),
  callback: z.string(),
  host: z.string(),
  secret: absent(z.string()),
  subscribedAt: z.number(),
  expiresAt: z.number(),
  settled: z.number(),
  tried: z.number(),
  attempts: z.number(),
  failures: z.number(),
  readyAt: z.number(),
  /** When a notification was acknowledged last. */
  acknowledgedAt: absent(z.number()),
});
export type Subscription = Readonly<z.infer<typeof Subscription>>;

export const StoredTopic = z.object({
  topic: z.string(),
  hash: z.string(),
  ordinal: z.number(),
  sequence: z.number(),
  announcedAt: z.number(),
});
export type StoredTopic = Readonly<z.infer<typeof StoredTopic>>;

export const PendingRequest = Intent.extend({
  requestedAt: z.number(),
  attempts: z.number(),
  readyAt: z.number(),
});
export type PendingRequest = Readonly<z.infer<typeof PendingRequest>>;

/** Everything that a store holds, for another store. */
export type HubContent = {
  readonly topics: readonly StoredTopic[];
  readonly subscriptions: readonly Subscription[];
  readonly requests: readonly PendingRequest[];
};

type ImportReport = {
  readonly added: number;
  /** Pairs of topic and callback that are there already: they stay as they are. */
  readonly kept: number;
};

/**
 * What the hub remembers, on disk before a promise resolves. The subscriptions are the delivery
 * queue: one is due while the version it has settled is older than its topic's newest. Any method
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
  releaseClaims(now: number): Promise<void>;

  /** Stores a request. It replaces an earlier one for the same topic and callback. */
  accept(intent: Intent, limits: StoreLimits, now: number): Promise<Acceptance>;
  claimVerifications(request: ClaimRequest): Promise<Verification[]>;
  /** The callback agreed: the request takes effect, unless a newer one has replaced it. */
  confirm(id: number, expiresAt: number, now: number): Promise<Confirmation>;
  /** The callback refused, or never answered: the request is forgotten. */
  refuse(id: number): Promise<void>;
  /** The request is to be verified later. */
  postpone(id: number, attempts: number, readyAt: number): Promise<void>;
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

  /**
   * Forgets subscriptions whose lease ended before a time, and requests that came before it and are
   * not verified yet. Resolves to how many subscriptions.
   */
  purge(before: number): Promise<number>;
  count(now: number): Promise<TopicCounts[]>;

  listSubscriptions(filter: { topic?: string; callback?: string }): Promise<Subscription[]>;
  removeSubscriptions(filter: { topic?: string; callback: string }): Promise<number>;
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
