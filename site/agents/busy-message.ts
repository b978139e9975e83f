import { z } from 'zod';

/** An error that HTTP would answer with 503: too much is under way. It is known by its status. */
const Busy = z.object({ status: z.literal(503), message: z.string() });

/** What an error says where it means that too much is under way; undefined of any other. */
export function busyMessage(error: unknown): string | undefined {
  return Busy.safeParse(error).data?.message;
}
