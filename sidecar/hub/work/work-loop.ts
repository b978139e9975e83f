import type { Clock } from '../clock.ts';
import type { StoreFaults } from './store-faults.ts';

export type WorkLoopDeps = {
  readonly clock: Clock;
  /** Does what is due. Resolves to the milliseconds until more is due, if that is known. */
  readonly step: () => Promise<number | undefined>;
  /** Records what a step threw, and schedules the next attempt. */
  readonly faults: Pick<StoreFaults, 'fail' | 'succeed'>;
};

/**
 * Repeats a step of work, never two at a time: when woken, when more is due, and again after a
 * failure, once the back-off has passed. A wake during a step causes another.
 */
export class WorkLoop {
  readonly #deps: WorkLoopDeps;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;
  #wakeAt = Number.POSITIVE_INFINITY;
  #cancel = () => {};
  readonly #again = () => this.wake();

  constructor(deps: WorkLoopDeps) {
    this.#deps = deps;
  }

  /** Runs a step as soon as possible, or after `ms` unless one runs earlier. */
  wake(ms = 0): void {
    if (this.#isStopped) return;
    if (ms > 0) {
      this.#wakeLater(ms);
      return;
    }
    this.#isWoken = true;
    this.#running ??= this.#run();
  }

  /** Work that a step started failed after it: another step runs after the back-off. */
  fail(error: unknown): void {
    if (!this.#isStopped) this.#deps.faults.fail(this.#again, error);
  }

  /** Runs no more steps. Resolves when the one in flight has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    // Wakes of the same moment share one step.
    await undefined;
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      this.#cancelTimer();
      const ms = await this.#runStep();
      if (ms !== undefined && !this.#isStopped) this.#wakeLater(ms);
    }
    this.#running = undefined;
  }

  async #runStep(): Promise<number | undefined> {
    const { step, faults } = this.#deps;
    try {
      const ms = await step();
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
