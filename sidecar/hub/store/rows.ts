import { z } from 'zod';
import { END_REASONS } from '#artifacts/hub-reasons.ts';
import { Fault } from '../callback/fault.ts';

/*
 * The rows of testimony_subscriptions, one type per state, as the rest of the hub gets them. Times
 * are in ms since 1970. A pair of topic and callback has at most one pending row, at most one
 * active row, and an ended one for each of its ends.
 */

/** NULL in SQL. */
const absent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullable().transform((value) => value ?? undefined);

/** A fault as a row stores it: JSON, or NULL. */
const StoredFault = absent(z.string().transform((json) => Fault.parse(JSON.parse(json))));

const Common = z.object({
  /** In log lines and commands: it names the row without its callback. */
  id: z.number(),
  /** The canonical topic URL. */
  topic: z.string(),
  /** As the subscriber wrote it: requests go to exactly this URL. */
  callback: z.string(),
  /** The callback's host name in lower case, without port: limits count by it. */
  host: z.string(),
  /** Failed attempts at the due work: the verification, the newest content, or the notice. */
  attempts: z.number(),
  /** The time of the next attempt; undefined if nothing is due. */
  nextAt: absent(z.number()),
  /** The time and the fault of the last failed attempt. */
  failedAt: absent(z.number()),
  fault: StoredFault,
});

/** The request of a subscriber (WebSub §5.1), to be verified before it has any effect. */
export const Intent = z.object({
  mode: z.enum(['subscribe', 'unsubscribe']),
  topic: z.string(),
  /** As the subscriber wrote it, to be repeated by the verification request. */
  topicAsGiven: z.string(),
  callback: z.string(),
  host: z.string(),
  secret: absent(z.string()),
  /** The lease that is granted if the callback agrees. */
  leaseSeconds: z.number(),
});
export type Intent = Readonly<z.infer<typeof Intent>>;

/** A request that waits for its verification. A newer one for the same pair replaces it. */
export const Pending = Common.extend({
  ...Intent.shape,
  state: z.literal('pending'),
  /** The sender: a network, as the hub's limits count. */
  client: z.string(),
  requestedAt: z.number(),
  /** The time when it is given up. */
  expiresAt: z.number(),
  /** The id of the pair's active row: the subscription that it renews or ends. */
  activeId: absent(z.number()),
});
export type Pending = Readonly<z.infer<typeof Pending>>;

/** A subscription. It is up to date if it acknowledged the version that it was offered. */
export const Active = Common.extend({
  state: z.literal('active'),
  secret: absent(z.string()),
  subscribedAt: z.number(),
  /** The time when the callback last agreed: another value is another lease. */
  verifiedAt: z.number(),
  /** The time when the lease ends. */
  expiresAt: z.number(),
  /** The newest version, and the newest that was acknowledged or known at the start. */
  offered: z.number(),
  acknowledged: z.number(),
  /** The time of the last acknowledged notification, and its latency. */
  acknowledgedAt: absent(z.number()),
  latencyMs: absent(z.number()),
  /** The changes in a row that failed, and the time when the last of them was counted. */
  failures: z.number(),
  countedAt: absent(z.number()),
  /** The last failed request to renew or end it; undefined if it agreed since. */
  refusedAt: absent(z.number()),
  refusal: StoredFault,
});
export type Active = Readonly<z.infer<typeof Active>>;

/** A subscription that has ended, or a request that was not granted: kept for a week. */
export const Ended = Common.extend({
  state: z.literal('ended'),
  reason: z.enum(END_REASONS),
  endedAt: z.number(),
  /** The fault that ended it, if any. */
  cause: StoredFault,
  /** Undefined if there was only a request. */
  subscribedAt: absent(z.number()),
  /** The time when its lease would have ended, until which a notice is tried. */
  expiresAt: absent(z.number()),
  acknowledgedAt: absent(z.number()),
  /** The time when the callback answered the notice. */
  notifiedAt: absent(z.number()),
});
export type Ended = Readonly<z.infer<typeof Ended>>;

export const Row = z.discriminatedUnion('state', [Pending, Active, Ended]);
export type Row = Readonly<z.infer<typeof Row>>;

/** A row whose work is ours until its outcome is recorded, or the claim ends. */
export type Claimed<Kind extends Row> = Kind & { readonly claim: string };

/** A host that may not subscribe, and neither may any host below it. */
export const BlockedHost = z.object({ host: z.string(), blockedAt: z.number() });
export type BlockedHost = Readonly<z.infer<typeof BlockedHost>>;

export const TopicCounts = z.object({
  topic: z.string(),
  announcedAt: z.number(),
  active: z.number(),
  pendingVerification: z.number(),
  pendingRemoval: z.number(),
  /** Leases that ended within the last day. */
  expired: z.number(),
  /** Active subscriptions that lack the newest version, and those that have failed. */
  due: z.number(),
  failing: z.number(),
  /** Ends whose callback is still to be notified. */
  notices: z.number(),
});
export type TopicCounts = Readonly<z.infer<typeof TopicCounts>>;
