import type { SearchHits, SearchSteps } from './search-document.ts';

/** How long searches may hold the thread before others have their turn, all together. */
export const TURN_MILLISECONDS = 3;

/** What turns need of the process. */
export type TurnOptions = {
  /** A clock in milliseconds, such as `performance.now`. */
  readonly now: () => number;
  /** Lets everything else that is due run, such as `setImmediate` of node:timers/promises. */
  readonly pause: () => Promise<unknown>;
};

type Task = {
  readonly steps: SearchSteps;
  readonly resolve: (hits: SearchHits) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Runs searches side by side on one thread: step after step of each in rotation, for at most
 * TURN_MILLISECONDS and one step until the next pause, however many there are. A short search is
 * thus not kept waiting by a long one, nor anything else by either.
 */
export class SearchTurns {
  readonly #options: TurnOptions;
  readonly #tasks: Task[] = [];
  #running = false;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /** Runs a search to its end. The first turn is at once where no other search is under way. */
  run(steps: SearchSteps): Promise<SearchHits> {
    const { promise, resolve, reject } = Promise.withResolvers<SearchHits>();
    this.#tasks.push({ steps, resolve, reject });
    if (!this.#running) void this.#takeTurns();
    return promise;
  }

  async #takeTurns(): Promise<void> {
    this.#running = true;
    const { now, pause } = this.#options;
    while (this.#tasks.length > 0) {
      const end = now() + TURN_MILLISECONDS;
      let task = this.#tasks.shift();
      while (task !== undefined) {
        if (!advance(task)) this.#tasks.push(task);
        task = now() < end ? this.#tasks.shift() : undefined;
      }
      await pause();
    }
    this.#running = false;
  }
}

/** Does one step; true where it was the last. */
function advance({ steps, resolve, reject }: Task): boolean {
  try {
    const step = steps.next();
    if (step.done === true) resolve(step.value);
    return step.done === true;
  } catch (error) {
    reject(error);
    return true;
  }
}
