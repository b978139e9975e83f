import { z } from 'zod';
import { ask } from './ask.ts';

const Fault = z.strictObject({
  code: z.string(),
  time: z.iso.datetime(),
  count: z.int().positive(),
});

/** What GET /healthz answers: nothing more than this. */
const Health = z.strictObject({
  status: z.literal('ok'),
  release: z
    .strictObject({ ordinal: z.int(), reviews: z.int(), servedSince: z.iso.datetime() })
    .nullable(),
  pages: z.enum(['starting', 'ready', 'failed']),
  isRebuilding: z.boolean(),
  lastError: Fault.nullable(),
  faults: z.array(Fault),
  hub: z.strictObject({ isReady: z.boolean() }),
});
export type Health = z.infer<typeof Health>;

export async function readHealth(url: string): Promise<Health> {
  return Health.parse((await ask(url, '/healthz')).json());
}
