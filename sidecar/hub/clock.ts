/** Time as the hub knows it. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls once, after so many milliseconds; returns what cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
};

/** Longer waits end early: a timer takes no more (2^31 ms). */
const MAX_TIMER_MS = 2_000_000_000;

/** The machine's clock. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after: (ms, call) => {
    const timer = setTimeout(call, Math.min(Math.max(0, ms), MAX_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  },
};
