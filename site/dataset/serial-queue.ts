/** Runs tasks one after another, in the order in which they came; one that fails stops none after it. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** How many tasks run or wait. A caller that has a bound refuses what is beyond it. */
  get length(): number {
    return this.#length;
  }

  run<Result>(task: () => Result | PromiseLike<Result>): Promise<Result> {
    this.#length++;
    const result = this.#last.then(task);
    const end = () => {
      this.#length--;
    };
    this.#last = result.then(end, end);
    return result;
  }
}
