import type { Dirty, QuietWindow, Sign } from './quiet-window.ts';

export type Warn = (message: string, cause?: unknown) => void;

type Options = {
  readonly window: QuietWindow;
  readonly report: (dirty: Dirty) => Promise<void>;
  /** Asked when all is quiet: milliseconds until asking again, or 0 to let the report go. */
  readonly holdMs: () => number;
  readonly now: () => number;
  readonly warn: Warn;
  /** How soon a failed report is tried again where nothing else is reported before. */
  readonly retryMs?: number | undefined;
};

const RETRY_MS = 5_000;

/** A report that fails after long work is tried again after so many times its duration. */
const RETRY_TIMES_DURATION = 10;

/**
 * Reports edits when they have come to rest, one report at a time: what comes during a report is in
 * the next one. What a failed report told is told again by the next.
 */
export class ReportLoop {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
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
    clearTimeout(this.#retry);
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
    const { window, report, now, warn, retryMs = RETRY_MS } = this.#options;
    clearTimeout(this.#retry);
    this.#isReporting = true;
    const dirty = window.take();
    const start = now();
    try {
      await report(dirty);
    } catch (error) {
      window.putBack(dirty);
      this.#retryAfter(Math.max(retryMs, RETRY_TIMES_DURATION * (now() - start)));
      warn('A change could not be taken in; it is tried again with the next.', error);
    } finally {
      this.#isReporting = false;
      this.#wait();
    }
  }

  #retryAfter(ms: number): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#options.window.open();
      this.#wait();
    }, ms);
  }
}
