import { StoreUnavailableError } from './hub-store.ts';

/** Does one thing after the other. What comes while too many wait is refused. */
export class WaitingLine {
  readonly #max: number;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(max: number) {
    this.#max = max;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#max) {
      throw new StoreUnavailableError('The hub has more to store than it can. Ask again soon.', {
        code: 'HUB_STORE_BUSY',
      });
    }
    this.#waiting++;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    try {
      await before;
      return await work();
    } finally {
      this.#waiting--;
      resolve();
    }
  }
}
