import { busyMessage } from '../busy-message.ts';
import type { ToolAnswer } from '../tool.ts';

/** What `answer` answers; where it throws that too much is under way, a failure that says so. */
export async function unlessBusy(answer: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await answer();
  } catch (error) {
    const message = busyMessage(error);
    if (message === undefined) throw error;
    return { ok: false, message };
  }
}
