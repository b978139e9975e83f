import { z } from 'zod';
import { END_REASONS, FAULT_KINDS } from './hub-reasons.ts';

const count = (description: string) => z.int().min(0).describe(description);
const seconds = z.number().min(0);
const limit = (description: string) =>
  z.int().min(1).nullable().describe(`${description}; null where there is no limit.`);

const TopicStatus = z.strictObject({
  topic: z.url().describe('The topic URL.'),
  lastPublished: z.iso
    .datetime()
    .nullable()
    .describe('When its last change was announced; null where none was.'),
  subscriptions: z.strictObject({
    active: count('Verified and within their lease.'),
    pendingVerification: count('Requests whose callback is still to be asked.'),
    pendingRemoval: count('Likewise, to unsubscribe.'),
    expired: count('Whose lease ended within the last day.'),
  }),
  undelivered: count('Active subscriptions that lack the newest content.'),
  failing: count('Those of them that have failed since they last acknowledged one.'),
});

const size = z.int().min(0);

const Queue = z
  .strictObject({
    waiting: count('Requests whose callback is still to be asked.'),
    notices: count('Ended, with a callback to be notified.'),
  })
  .describe('What the hub still has to do, apart from notifications.');

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
      failedNotifications: z.int().describe('So many in a row end a subscription.'),
      failureSpacingSeconds: seconds.describe('Failures closer together count as one.'),
      retryDelaysSeconds: z
        .array(seconds)
        .describe('Between attempts at the same content; the last one repeats.'),
    }),
    limits: z.strictObject({
      formBytes: z.int(),
      formParameters: z.int(),
      secretBytes: z.int(),
      requestsPerMinute: limit('Of one client'),
      waitingRequests: z.int(),
      pendingPerClient: limit('Of one client'),
      minIntervalSeconds: seconds.describe('Between changes that are sent.'),
      subscriptions: limit('Of the hub'),
      subscriptionsPerHost: limit('Of one callback host'),
    }),
  })
  .meta({ id: 'HubStatus', description: 'The state and the rules of the hub.' });
export type HubStatusDocument = z.infer<typeof HubStatusDocument>;

const time = z.iso.datetime();

const CallbackFault = z
  .strictObject({
    kind: z.enum(FAULT_KINDS).exclude(['address']).describe('More may be added.'),
    status: z.int().optional(),
    code: z.string().optional().describe('Such as CERT_HAS_EXPIRED.'),
    message: z.string().describe('What happened, in words.'),
    advice: z.string().describe('What to do about it.'),
  })
  .meta({ id: 'CallbackFault', description: 'Why a request to a callback failed.' });
export type CallbackFault = z.infer<typeof CallbackFault>;
const fault = CallbackFault.optional();

/** What a client that knows a callback is told: what is not the case or not known is left out. */
export const SubscriptionState = z
  .strictObject({
    state: z
      .enum(['none', 'pending', 'active', 'expired', 'ended', 'refused'])
      .describe(
        'none: unknown, and the only member. pending: nothing is sent before the callback agrees. refused: the last request came to nothing.',
      ),
    topic: z.url().optional(),
    request: z
      .strictObject({ mode: z.enum(['subscribe', 'unsubscribe']), requestedAt: time })
      .optional()
      .describe('Waits for its verification, also where the state is active.'),
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
        milliseconds: z.number().min(0).optional().describe('How long that took.'),
        failedAt: time.optional(),
        fault,
        attempts: count('Failed attempts at the content that was sent last.'),
        failedNotifications: count('In a row.'),
        nextAt: time.optional().describe('Sooner if there is newer content.'),
        isUpToDate: z.boolean().describe('Whether it acknowledged the newest content.'),
      })
      .optional(),
    ended: z
      .strictObject({
        at: time,
        reason: z.enum(END_REASONS),
        text: z.string().describe('The reason in words.'),
        advice: z.string().describe('What to do about it.'),
        fault,
        notifiedAt: time.optional(),
        noticeUntil: time.optional(),
      })
      .optional()
      .describe('Kept for a week.'),
  })
  .meta({ id: 'SubscriptionState', description: 'What the hub knows of a topic and a callback.' });
export type SubscriptionState = z.infer<typeof SubscriptionState>;
