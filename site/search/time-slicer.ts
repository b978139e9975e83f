/** How long tasks may hold the thread between two pauses, all together. */
export const SLICE_MILLISECONDS = 3;

/** What a time slicer needs of the process. */
type SlicerDeps = {
  /** A clock in milliseconds, such as `performance.now`. */
  readonly now: () => number;
  /** Lets everything else that is due run, such as `setImmediate` of node:timers/promises. */
  readonly pause: () => Promise<unknown>;
};

/** Does one step of a task; true if it was the last. */
type Step = () => boolean;

/**
 * Runs tasks concurrently on one thread: round robin, a step of each at a time, pausing once
 * SLICE_MILLISECONDS are exceeded, however many tasks there are. A short task thus does not wait for a
 * long one, nor anything else for either.
 */
export class TimeSlicer {
  readonly #deps: SlicerDeps;
  readonly #tasks: Step[] = [];
  #running = false;

  constructor(deps: SlicerDeps) {
    this.#deps = deps;
  }

  /** Runs a task to its end. The first slice is immediate if no other task is in flight. */
  run<Result>(steps: Generator<undefined, Result, undefined>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#tasks.push(() => {
      try {
        const step = steps.next();
        if (step.done === true) resolve(step.value);
        return step.done === true;
      } catch (error) {
        reject(error);
        return true;
      }
    });
    if (!this.#running) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#running = true;
    const { now, pause } = this.#deps;
    while (this.#tasks.length > 0) {
      const end = now() + SLICE_MILLISECONDS;
      let task = this.#tasks.shift();
      while (task !== undefined) {
        if (!task()) this.#tasks.push(task);
        task = now() < end ? this.#tasks.shift() : undefined;
      }
      await pause();
    }
    this.#running = false;
  }
}
