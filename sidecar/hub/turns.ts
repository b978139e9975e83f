import type { Clock } from './clock.ts';
import { StoreUnavailableError } from './store/hub-store.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

type Parts = {
  readonly clock: Clock;
  /** One turn. Resolves to the milliseconds until the next one, if any is known. */
  readonly take: () => Promise<number | undefined>;
  /** Told of what a turn threw; a store that is out of reach is tried again. */
  readonly onFault: (error: unknown) => void;
};

/**
 * Work that is done in turns, never two at a time: when woken, when its own time has come, and
 * again after a while where the store could not be reached. A wake during a turn causes another.
 */
export class Turns {
  readonly #parts: Parts;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;
  #wakeAt = Number.POSITIVE_INFINITY;
  #cancel = () => {};
  #retryMs = FIRST_RETRY_MS;

  constructor(parts: Parts) {
    this.#parts = parts;
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
    try {
      const ms = await this.#parts.take();
      this.#retryMs = FIRST_RETRY_MS;
      return ms;
    } catch (error) {
      this.#parts.onFault(error);
      const retryMs = this.#retryMs;
      this.#retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
      return error instanceof StoreUnavailableError ? retryMs : MAX_RETRY_MS;
    }
  }

  #wakeLater(ms: number): void {
    const at = this.#parts.clock.now() + ms;
    if (at >= this.#wakeAt) return;
    this.#cancelTimer();
    this.#wakeAt = at;
    this.#cancel = this.#parts.clock.after(ms, () => {
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
