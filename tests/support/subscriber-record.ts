import type { Received } from './subscriber-behaviour.ts';

const PATIENCE_MS = 20_000;
const MOST_TOLD = 20;

type Matches = (received: Received) => boolean;
type Waiter = {
  readonly count: number;
  readonly matches: Matches;
  readonly found: Received[];
  readonly resolve: (found: readonly Received[]) => void;
  readonly timer: NodeJS.Timeout;
};

function describe(received: readonly Received[]) {
  const lines = received.slice(-MOST_TOLD).map(({ method, url }) => `${method} ${url}`);
  return `${received.length} requests came, the last of them:\n${lines.join('\n')}`;
}

/** The requests that came, and those who wait for more of them. */
export class SubscriberRecord {
  readonly received: Received[] = [];
  readonly #waiters = new Set<Waiter>();

  add(received: Received) {
    this.received.push(received);
    for (const waiter of this.#waiters) {
      if (!waiter.matches(received)) continue;
      waiter.found.push(received);
      if (waiter.found.length >= waiter.count) this.#satisfy(waiter);
    }
  }

  /** Resolves with those that match once there are so many; also counts those that came before. */
  waitFor(count: number, matches: Matches = () => true): Promise<readonly Received[]> {
    const found = this.received.filter(matches);
    if (found.length >= count) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        const got = `${found.length} of ${count} requests that were waited for.`;
        reject(new Error(`The subscriber got ${got} ${describe(this.received)}`));
      }, PATIENCE_MS);
      const waiter = { count, matches, found, resolve, timer };
      this.#waiters.add(waiter);
    });
  }

  #satisfy(waiter: Waiter) {
    clearTimeout(waiter.timer);
    this.#waiters.delete(waiter);
    waiter.resolve(waiter.found);
  }
}
