import { setImmediate } from 'node:timers/promises';
import type { Steps } from './search.ts';

/** The longest that all tasks together may hold the thread between two pauses. */
export const SLICE_MILLISECONDS = 3;

/** A clock in milliseconds, such as `performance.now`; and a pause for all other pending work. */
type SlicerDeps = { readonly now: () => number; readonly pause: () => Promise<unknown> };

/**
 * Runs tasks concurrently on one thread: round robin, one step each at a time, pausing once
 * SLICE_MILLISECONDS are exceeded, however many tasks there are. So neither a short task nor other
 * work waits for a long one.
 */
export class TimeSlicer {
  readonly #deps: SlicerDeps;
  /** Resolves at the pause after the present slice; undefined before another one begins. */
  #pause: Promise<void> | undefined;
  #end = 0;

  constructor(deps: SlicerDeps) {
    this.#deps = deps;
  }

  /** Runs a task to its end. The first slice is immediate if no other task is in flight. */
  async run<Result>(steps: Steps<Result>): Promise<Result> {
    const { now, pause } = this.#deps;
    for (;;) {
      // Others have their turn before the next step.
      if (this.#pause) await (now() < this.#end ? undefined : this.#pause);
      if (!this.#pause) {
        this.#end = now() + SLICE_MILLISECONDS;
        this.#pause = pause().then(() => {
          this.#pause = undefined;
        });
      }
      if (now() >= this.#end) continue;
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }
}

// Shared by all releases, as the event loop is.
const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });

/** Runs a search on the thread of a server. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  return slicer.run(steps);
}
