import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What SQL has as NULL. */
export const absent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullable().transform((value) => value ?? undefined);

/** The columns of an Intent, under its names. */
export const INTENT_COLUMNS = `mode, topic, topic_as_given AS "topicAsGiven", callback, host, secret,
  lease_seconds AS "leaseSeconds"`;

export const IntentRow = z.object({
  mode: z.enum(['subscribe', 'unsubscribe']),
  topic: z.string(),
  topicAsGiven: z.string(),
  callback: z.string(),
  host: z.string(),
  secret: absent(z.string()),
  leaseSeconds: z.number(),
});

/** The columns of a Subscription, under its names. */
export const SUBSCRIPTION_COLUMNS = `topic, callback, host, secret, subscribed_at AS "subscribedAt",
  expires_at AS "expiresAt", settled, tried, attempts, failures, ready_at AS "readyAt",
  acknowledged_at AS "acknowledgedAt"`;

export const SubscriptionRow = z.object({
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
  acknowledgedAt: absent(z.number()),
});

/** One short word for a topic and a callback; equal for equal pairs alone. */
export function pairKey({ topic, callback }: { topic: string; callback: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([topic, callback]))
    .digest('base64url');
}
