import type { Dirty, QuietWindow, Sign } from './quiet-window.ts';

export type Warn = (message: string, cause?: unknown) => void;

type Options = {
  readonly window: QuietWindow;
  /** Never rejects: whoever reports has what fails tried again. */
  readonly report: (dirty: Dirty) => Promise<void>;
  /** Asked when all is quiet: milliseconds until asking again, or 0 to let the report go. */
  readonly holdMs: () => number;
};

/**
 * Reports edits when they have come to rest, one report at a time: what comes during a report is in
 * the next one.
 */
export class ReportLoop {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #isReporting = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  note(sign: Sign): void {
    if (this.#isClosed) return;
    this.#options.window.note(sign);
    this.#wait();
  }

  /** Nothing is reported from here on. A report that runs is not waited for. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(ms = this.#options.window.remainingMs()): void {
    const { window } = this.#options;
    if (this.#isClosed || this.#isReporting || this.#timer || !window.isOpen) return;
    // After a busy moment timers come before the events that the kernel holds ready;
    // one turn later those are known too.
    this.#timer = setTimeout(() => setImmediate(() => this.#lookAgain()), ms);
  }

  #lookAgain(): void {
    if (this.#isClosed) return;
    const ms = this.#options.window.remainingMs() || this.#options.holdMs();
    this.#timer = undefined;
    if (ms > 0) this.#wait(ms);
    else void this.#report();
  }

  async #report(): Promise<void> {
    const { window, report } = this.#options;
    this.#isReporting = true;
    await report(window.take());
    this.#isReporting = false;
    this.#wait();
  }
}
