/** Runs tasks one after another, in the order of the calls. A failure does not stop later ones. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** The number of tasks that run or wait. Callers with a bound refuse tasks beyond it. */
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
