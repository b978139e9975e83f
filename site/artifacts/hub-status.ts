import { z } from 'zod';

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
    pendingRemoval: count('Requests to unsubscribe whose callback is still to be asked.'),
    expired: count('Whose lease ended within the last day.'),
  }),
  undelivered: count('Active subscriptions that lack the newest content.'),
});

/** The answer to GET of the hub: its status and limits, without callbacks and secrets. */
export const HubStatusDocument = z
  .strictObject({
    hub: z.url().describe('The hub URL.'),
    topics: z.array(TopicStatus),
    isPaused: z
      .boolean()
      .describe(
        'True while no subscriber can be reached: only some are tried, and nobody is blamed.',
      ),
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
      attempts: z.int().min(1).describe('Of one notification.'),
      retryDelaysSeconds: z.array(seconds),
    }),
    limits: z.strictObject({
      formBytes: z.int(),
      formParameters: z.int(),
      secretBytes: z.int(),
      requestsPerMinute: limit('Of one client'),
      waitingRequests: z.int(),
      subscriptions: limit('Of the hub'),
      subscriptionsPerHost: limit('Of one callback host'),
    }),
  })
  .meta({ id: 'HubStatus', description: 'The state and the rules of the hub.' });
export type HubStatusDocument = z.infer<typeof HubStatusDocument>;
