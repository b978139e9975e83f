import { z } from 'zod';
import { END_REASONS, FAULT_KINDS } from './hub-reasons.ts';

const count = (description: string) => z.int().min(0).describe(description);
const seconds = z.number().min(0);
const limit = (description: string) =>
  z.int().min(1).nullable().describe(`${description}; null if there is no limit.`);

const TopicStatus = z.strictObject({
  topic: z.url().describe('The topic URL.'),
  lastPublished: z.iso
    .datetime()
    .nullable()
    .describe('The time at which its last change was announced; null if there was none.'),
  subscriptions: z.strictObject({
    active: count('Verified and within their lease.'),
    pendingVerification: count('Requests whose callback is still to be asked.'),
    pendingRemoval: count('Likewise, to unsubscribe.'),
    expired: count('Subscriptions whose lease ended within the last day.'),
  }),
  undelivered: count('Active subscriptions that have not received the newest content.'),
  failing: count('Those of them that have failed since they last acknowledged one.'),
});

const size = z.int().min(0);

const Queue = z
  .strictObject({
    waiting: count('Requests whose callback is still to be asked.'),
    notices: count('Ended, with a callback to be notified.'),
  })
  .describe('Pending work of the hub, apart from notifications.');

/** The answer to GET of the hub: its status and limits, without callbacks and secrets. */
export const HubStatusDocument = z
  .strictObject({
    hub: z.url().describe('The hub URL.'),
    topics: z.array(TopicStatus),
    queue: Queue,
    leaseSeconds: z.strictObject({
      default: z.int(),
      min: z.int(),
      max: z.int(),
    }),
    signature: z.strictObject({
      header: z.literal('X-Hub-Signature'),
      algorithm: z.enum(['sha1', 'sha256', 'sha384', 'sha512']),
    }),
    failureRule: z.strictObject({
      text: z.string(),
      failedNotifications: z
        .int()
        .describe('The number of consecutive failures that end a subscription.'),
      failureSpacingSeconds: seconds.describe('Failures closer together count as one.'),
      retryDelaysSeconds: z
        .array(seconds)
        .describe('The intervals between attempts at the same content; the last one repeats.'),
    }),
    limits: z.strictObject({
      formBytes: z.int(),
      formParameters: z.int(),
      secretBytes: z.int(),
      requestsPerMinute: limit('Of one client'),
      waitingRequests: z.int(),
      pendingPerClient: limit('Of one client'),
      minIntervalSeconds: seconds.describe('The minimum interval between changes that are sent.'),
      subscriptions: limit('Of the hub'),
      subscriptionsPerHost: limit('Of one callback host'),
    }),
  })
  .meta({ id: 'HubStatus', description: 'The state and the rules of the hub.' });
export type HubStatusDocument = z.infer<typeof HubStatusDocument>;

const time = z.iso.datetime();

const CallbackFault = z
  .strictObject({
    kind: z.enum(FAULT_KINDS).exclude(['address']).describe('More kinds may be added.'),
    status: z.int().optional(),
    code: z.string().optional().describe('Such as CERT_HAS_EXPIRED.'),
    message: z.string().describe('What happened, in words.'),
    advice: z.string().describe('The remedy.'),
  })
  .meta({ id: 'CallbackFault', description: 'The reason that a request to a callback failed.' });
export type CallbackFault = z.infer<typeof CallbackFault>;
const fault = CallbackFault.optional();

/**
 * The state for a client that knows a callback: facts that do not apply or are unknown are absent.
 */
export const SubscriptionState = z
  .strictObject({
    state: z
      .enum(['none', 'pending', 'active', 'expired', 'ended', 'refused'])
      .describe(
        'none: unknown; there are no other members. pending: nothing is sent until the callback agrees. refused: the last request was not confirmed.',
      ),
    topic: z.url().optional(),
    request: z
      .strictObject({ mode: z.enum(['subscribe', 'unsubscribe']), requestedAt: time })
      .optional()
      .describe('Waiting for verification, even if the state is active.'),
    lease: z.strictObject({ subscribedAt: time, expiresAt: time }).optional(),
    verification: z
      .strictObject({
        agreedAt: time.optional(),
        failedAt: time.optional(),
        fault,
        attempts: size.optional(),
        nextAt: time.optional(),
      })
      .optional(),
    delivery: z
      .strictObject({
        acknowledgedAt: time.optional(),
        milliseconds: z.number().min(0).optional().describe('The duration of that delivery.'),
        failedAt: time.optional(),
        fault,
        attempts: count('Failed attempts at the content sent last.'),
        failedNotifications: count('Consecutive failures.'),
        nextAt: time.optional().describe('Earlier if there is newer content.'),
        isUpToDate: z.boolean().describe('True if it acknowledged the newest content.'),
      })
      .optional(),
    ended: z
      .strictObject({
        at: time,
        reason: z.enum(END_REASONS),
        text: z.string().describe('The reason in words.'),
        advice: z.string().describe('The remedy.'),
        fault,
        notifiedAt: time.optional(),
        noticeUntil: time.optional(),
      })
      .optional()
      .describe('Kept for a week.'),
  })
  .meta({
    id: 'SubscriptionState',
    description: 'The state of a subscription, by topic and callback.',
  });
export type SubscriptionState = z.infer<typeof SubscriptionState>;
