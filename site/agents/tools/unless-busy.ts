import { z } from 'zod';
import type { ToolAnswer } from '../tool.ts';

/** An error that HTTP would answer with 503: too much is under way. It is known by its status. */
const Busy = z.object({ status: z.literal(503), message: z.string() });

/** What `answer` answers; where it throws that too much is under way, a failure that says so. */
export async function unlessBusy(answer: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await answer();
  } catch (error) {
    const busy = Busy.safeParse(error);
    if (!busy.success) throw error;
    return { ok: false, message: busy.data.message };
  }
}
