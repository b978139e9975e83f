import type { Clock } from '../clock.ts';
import type { StoreFaults } from './store-faults.ts';

type Deps = {
  readonly clock: Clock;
  /** Does the due work. Resolves to the milliseconds until more is due, if known. */
  readonly step: () => Promise<number | undefined>;
  /** Records the error of a step, and schedules the next attempt. */
  readonly faults: Pick<StoreFaults, 'fail' | 'succeed'>;
};

/**
 * Repeats a step of work, never two at a time: when woken, when more is due, and after a failure,
 * once the back-off has passed. A wake during a step causes another.
 */
export class WorkLoop {
  readonly #deps: Deps;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  readonly #again = () => this.wake();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Runs a step as soon as possible, or after `ms` unless one runs earlier. */
  wake(ms = 0): void {
    if (ms > 0) this.#wakeLater(ms);
    else {
      this.#isWoken = true;
      this.#running ??= this.#run();
    }
  }

  /** Work that a step started failed later: another step runs after the back-off. */
  fail(error: unknown): void {
    if (!this.#isStopped) this.#deps.faults.fail(this.#again, error);
  }

  /** Runs no more steps. Resolves when the one in flight has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { step, faults } = this.#deps;
    for (;;) {
      // Wakes of the same moment share one step.
      await undefined;
      if (!this.#isWoken || this.#isStopped) break;
      this.#isWoken = false;
      this.#timer?.cancel();
      this.#timer = undefined;
      try {
        const ms = await step();
        faults.succeed(this.#again);
        if (ms !== undefined) this.#wakeLater(ms);
      } catch (error) {
        this.fail(error);
      }
    }
    this.#running = undefined;
  }

  #wakeLater(ms: number): void {
    const { clock } = this.#deps;
    const at = clock.now() + ms;
    if (this.#isStopped || (this.#timer && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    this.#timer = { at, cancel: clock.after(ms, this.#again) };
  }
}
