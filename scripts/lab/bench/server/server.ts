import { setTimeout } from 'node:timers/promises';
import { ask } from '../load/ask.ts';
import type { Child } from '../process/child.ts';

/** A server on this machine. */
export type Server = AsyncDisposable & {
  readonly origin: string;
  /** The process that answers, whose processor time counts. */
  readonly pid: number;
};

const START_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 20;

/** Waits until a server answers anything. Throws an Error with what its process wrote. */
export async function waitForAnswer(origin: string, child: Child): Promise<void> {
  const end = performance.now() + START_MILLISECONDS;
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  while (performance.now() < end && !hasEnded) {
    try {
      await ask({ url: `${origin}/`, headers: {} });
      return;
    } catch {
      // It does not listen yet.
      await setTimeout(PAUSE_MILLISECONDS);
    }
  }
  throw new Error(`it does not answer: ${child.output().trim().slice(-2000)}`);
}
