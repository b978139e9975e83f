import { z } from 'zod';
import { ask } from './ask.ts';

const LastError = z.strictObject({
  code: z.string(),
  time: z.iso.datetime(),
  count: z.int().positive(),
});
const Fault = z.strictObject({
  kind: z.string(),
  code: z.string(),
  since: z.iso.datetime(),
  nextTry: z.iso.datetime().nullable(),
  message: z.string(),
});

/** The answer to GET /healthz, which has no other members. */
const Health = z.strictObject({
  status: z.literal('ok'),
  release: z
    .strictObject({ ordinal: z.int(), reviews: z.int().nullable(), servedSince: z.iso.datetime() })
    .nullable(),
  pages: z.enum(['starting', 'ready', 'failed']),
  isRebuilding: z.boolean(),
  lastError: LastError.nullable(),
  faults: z.array(Fault),
  hub: z.strictObject({ isReady: z.boolean() }),
});
type Health = z.infer<typeof Health>;

export async function readHealth(url: string): Promise<Health> {
  return Health.parse((await ask(url, '/healthz')).json());
}
