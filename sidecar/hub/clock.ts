import type { HubStore } from './store/hub-store.ts';

/** The time of the hub. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls once, after a number of milliseconds; returns a function that cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
};

/** The machine's clock. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after: (ms, call) => {
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Clocks drift by far less than a second in this time. */
const COMPARE_MS = 60_000;

/**
 * Returns the clock of a store that several sidecars share, so that leases and claims mean the same
 * moment to all of them. It is read once a minute; in between, and while it is out of reach, our
 * own clock is corrected by the difference.
 */
export async function createSharedClock(store: Pick<HubStore, 'now'>, own: Clock): Promise<Clock> {
  let difference = 0;
  const compare = async () => {
    const before = own.now();
    const theirs = await store.now();
    // The answer was given about halfway.
    difference = theirs - (before + own.now()) / 2;
  };
  const compareAgain = () => {
    // Out of reach: the last known difference stays good for long.
    own.after(COMPARE_MS, () => void compare().then(compareAgain, compareAgain));
  };
  await compare();
  compareAgain();
  return { now: () => Math.round(own.now() + difference), after: own.after };
}
