import type { FanOut } from '../../../../../scripts/lab/bench/fanout/fan-out.ts';
import type { Arrivals } from '../../../../../scripts/lab/bench/fanout/tally.ts';

/** What came to subscribers: nothing, but for what is given. */
export function arrivals(given: Partial<Arrivals>): Arrivals {
  return {
    total: 0,
    callbacks: 0,
    strangers: 0,
    lengths: [],
    hashes: [],
    connections: 0,
    headers: {},
    firstAt: null,
    lastAt: null,
    ...given,
  };
}

/** A fan-out of so many deliveries a second. */
export function fanOut(deliveriesPerSecond: number, given: Partial<FanOut> = {}): FanOut {
  return {
    deliveriesPerSecond,
    megabytesPerSecond: 1,
    cpuSecondsPerThousand: 1,
    firstMilliseconds: 1,
    lastMilliseconds: 2,
    subscribersPercent: 1,
    connections: 64,
    ...given,
  };
}
