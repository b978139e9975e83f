type Limits = {
  /** Maximum of tasks that run at once. */
  readonly inFlight: number;
  /** Maximum of tasks that wait for one of these to end. */
  readonly waiting: number;
};

/** Runs tasks in their order, some at once, and refuses those for which there is no room. */
export class BoundedQueue {
  readonly #limits: Limits;
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The result of a task; undefined, and nothing is run, where too many wait. */
  run<Result>(task: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#inFlight < this.#limits.inFlight) {
      this.#inFlight++;
      return this.#finish(task);
    }
    if (this.#waiting.length >= this.#limits.waiting) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise.then(() => this.#finish(task));
  }

  async #finish<Result>(task: () => Promise<Result>): Promise<Result> {
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // It takes over the place of this one.
      if (next) next();
      else this.#inFlight--;
    }
  }
}
