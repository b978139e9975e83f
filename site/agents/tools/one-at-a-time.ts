/** Runs tasks one after another: none begins before the one before it has ended. */
export class OneAtATime {
  readonly #limit: number;
  #underWay = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `limit`: how many may be under way or wait. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What the task comes to, or undefined where too many wait and it is not run at all. */
  async run<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#underWay >= this.#limit) return undefined;
    this.#underWay++;
    const result = this.#last.then(task);
    // One that fails does not keep the next from running.
    this.#last = result.catch(() => {});
    try {
      return await result;
    } finally {
      this.#underWay--;
    }
  }
}
