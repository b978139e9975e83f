import type { Clock } from '../clock.ts';
import type { StoreFaults } from './store-faults.ts';

type Deps = {
  readonly clock: Clock;
  /** One turn. Resolves to the milliseconds until the next one, if any is known. */
  readonly take: () => Promise<number | undefined>;
  /** Told of what a turn threw, and says when it is tried again. */
  readonly faults: Pick<StoreFaults, 'fail' | 'succeed'>;
};

/**
 * Work that is done in turns, never two at a time: when woken, when its own time has come, and
 * again where one failed and it is time to try again. A wake during a turn causes another.
 */
export class Turns {
  readonly #deps: Deps;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;
  #wakeAt = Number.POSITIVE_INFINITY;
  #cancel = () => {};
  readonly #again = () => this.wake();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Takes a turn as soon as possible, or after some time where none comes before. */
  wake(ms = 0): void {
    if (this.#isStopped) return;
    if (ms > 0) {
      this.#wakeLater(ms);
      return;
    }
    this.#isWoken = true;
    this.#running ??= this.#run();
  }

  /** What a turn began failed after it: another is taken when it is time to try again. */
  fail(error: unknown): void {
    if (!this.#isStopped) this.#deps.faults.fail(this.#again, error);
  }

  /** No more turns. Resolves when the one under way is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    // Whatever wakes in the same moment is one turn.
    await undefined;
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      this.#cancelTimer();
      const ms = await this.#takeOne();
      if (ms !== undefined && !this.#isStopped) this.#wakeLater(ms);
    }
    this.#running = undefined;
  }

  async #takeOne(): Promise<number | undefined> {
    const { take, faults } = this.#deps;
    try {
      const ms = await take();
      faults.succeed(this.#again);
      return ms;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  #wakeLater(ms: number): void {
    const at = this.#deps.clock.now() + ms;
    if (at >= this.#wakeAt) return;
    this.#cancelTimer();
    this.#wakeAt = at;
    this.#cancel = this.#deps.clock.after(ms, () => {
      this.#cancelTimer();
      this.wake();
    });
  }

  #cancelTimer(): void {
    this.#cancel();
    this.#cancel = () => {};
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }
}
