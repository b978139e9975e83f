import { z } from 'zod';
import { Fault } from '../callback/fault.ts';

/*
 * What the store holds, as the rest of the hub gets it: subscriptions, requests, ends, topics. Times
 * are in ms since 1970.
 */

/** What SQL has as NULL. */
export const absent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullable().transform((value) => value ?? undefined);

/** A fault as a row has it: JSON, or NULL. */
const StoredFault = z
  .string()
  .transform((json) => Fault.parse(JSON.parse(json)))
  .nullable()
  .transform((fault) => fault ?? undefined);

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
  /** For the verification request to repeat (PubSubHubbub 0.3 §6.2). */
  verifyToken: absent(z.string()),
});
export type Intent = Readonly<z.infer<typeof Intent>>;

/** A stored request that is due. */
export const Verification = Intent.extend({
  /** Belongs to this request alone: a newer one for the same topic and callback has another. */
  id: z.number(),
  client: z.string(),
  requestedAt: z.number(),
  /** How often there was no answer. */
  attempts: z.number(),
  /** Since when too many requests were sent to its network. */
  crowdedAt: absent(z.number()),
  /** Whether it is about an active subscription. */
  isKnown: z.literal([0, 1]).transform(Boolean),
});
export type Verification = Readonly<z.infer<typeof Verification>>;

/** A subscription that lacks the newest version of its topic, and is claimed. */
export type Delivery = {
  readonly id: number;
  readonly topic: string;
  readonly callback: string;
  readonly host: string;
  readonly secret: string | undefined;
  readonly expiresAt: number;
  /** The version that was tried last, and how often an attempt at it failed. */
  readonly tried: number;
  readonly attempts: number;
  /** Notifications in a row that failed, and when the last of them was counted. */
  readonly failures: number;
  readonly countedAt: number | undefined;
  /** Belongs to this claim alone. */
  readonly claim: string;
  /** Counts the announced versions of the topic: the one to deliver. */
  readonly sequence: number;
};

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
  /** Active subscriptions that lack the newest version, and those of them that have failed. */
  due: z.number(),
  failing: z.number(),
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
  /** The newest version that it acknowledged, or that there was before it subscribed. */
  acknowledged: z.number(),
  /** The version that was tried last, and how often an attempt at it failed. */
  tried: z.number(),
  attempts: z.number(),
  /** Notifications in a row that failed, and when the last of them was counted. */
  failures: z.number(),
  countedAt: absent(z.number()),
  /** When the version that was tried is tried again; newer ones do not wait for it. */
  readyAt: z.number(),
  /** When a notification was acknowledged last, and how long that took. */
  acknowledgedAt: absent(z.number()),
  latencyMs: absent(z.number()),
  /** When an attempt failed last, and why. */
  failedAt: absent(z.number()),
  fault: StoredFault,
  /** When the callback agreed last. */
  verifiedAt: absent(z.number()),
  /** When a request for it failed last, and why; undefined where it agreed since. */
  refusedAt: absent(z.number()),
  refusal: StoredFault,
});
export type Subscription = Readonly<z.infer<typeof Subscription>>;

/**
 * Why there is no subscription (any more): three failed notifications, 410, the operator removed it
 * or blocked its host, the callback agreed to unsubscribe; or the callback refused, or the request
 * was given up as too many wait.
 */
export const END_REASONS = [
  'failed',
  'gone',
  'removed',
  'blocked',
  'unsubscribed',
  'refused',
  'crowded',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** A subscription that has ended, or a request that came to nothing: kept for a week. */
export const Ended = z.object({
  topic: z.string(),
  callback: z.string(),
  host: z.string(),
  reason: z.enum(END_REASONS),
  endedAt: z.number(),
  /** Undefined where there was only a request. */
  subscribedAt: absent(z.number()),
  /** When the lease would have ended. */
  expiresAt: absent(z.number()),
  acknowledgedAt: absent(z.number()),
  failedAt: absent(z.number()),
  fault: StoredFault,
  /** Until when the callback is to be notified; undefined where it is not, or no more. */
  noticeUntil: absent(z.number()),
  noticeAttempts: z.number(),
  noticeAt: z.number(),
  /** When it answered the notice. */
  notifiedAt: absent(z.number()),
  noticeFault: StoredFault,
});
export type Ended = Readonly<z.infer<typeof Ended>>;

/** A notice to a callback that its subscription has ended (WebSub §5.2). */
export const Notice = z.object({
  id: z.number(),
  topic: z.string(),
  callback: z.string(),
  host: z.string(),
  reason: z.enum(END_REASONS),
  attempts: z.number(),
  until: z.number(),
});
export type Notice = Readonly<z.infer<typeof Notice>> & { readonly claim: string };

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
  /** When there was no answer last, and why. */
  failedAt: absent(z.number()),
  fault: StoredFault,
});
export type PendingRequest = Readonly<z.infer<typeof PendingRequest>>;

/** A host that may not subscribe, nor any below it. */
export const BlockedHost = z.object({ host: z.string(), blockedAt: z.number() });
export type BlockedHost = Readonly<z.infer<typeof BlockedHost>>;
