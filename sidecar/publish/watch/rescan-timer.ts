/** Everything is looked at again after this long, at the soonest. */
const RESCAN_MS = 5_000;

/** Looking at everything again may take a hundredth of the time. */
const RESCAN_TIMES_DURATION = 100;

/** Tells when it is time to look at everything again, for what no event tells. */
export class RescanTimer {
  readonly #rescan: () => void;
  readonly #minimumMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(rescan: () => void, minimumMs: number = RESCAN_MS) {
    this.#rescan = rescan;
    this.#minimumMs = minimumMs;
  }

  /** Waits anew, after everything was looked at, which took so many milliseconds. */
  restart(tookMs = 0): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(
      this.#rescan,
      Math.max(this.#minimumMs, RESCAN_TIMES_DURATION * tookMs),
    );
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
