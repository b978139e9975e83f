import { TokenBuckets } from '../../http/token-buckets.ts';
import { VERIFICATION_RATE } from '../hub-settings.ts';

/** For how long the next request to a network is kept for a client: it is tried again sooner. */
const KEPT_MS = 12_000;

/**
 * How often networks may be asked. Where one is asked too often, its next request is kept for the
 * first client that had none there within a minute: one with many requests does not use up all.
 */
export class NetworkPace {
  readonly #networks = new TokenBuckets(VERIFICATION_RATE);
  readonly #clients = new TokenBuckets({ burst: 1, perMinute: 1 });
  /** For whom the next request to a network is kept; the oldest first. */
  readonly #kept = new Map<string, { readonly client: string; readonly until: number }>();

  /** Whether a request of a client may go to these networks now; counts it. */
  admit(networks: readonly string[], client: string, now: number): boolean {
    this.#forget(now);
    // All or none: two that wait for each other's networks would keep them forever.
    if (networks.some((network) => (this.#kept.get(network)?.client ?? client) !== client)) {
      return false;
    }
    const isReady = networks.every((network) => this.#networks.waitFor(network, now) === 0);
    for (const network of networks) {
      const key = `${network} ${client}`;
      if (isReady) {
        this.#networks.take(network, now);
        this.#clients.take(key, now);
        this.#kept.delete(network);
      } else if (this.#clients.waitFor(key, now) === 0) {
        this.#kept.delete(network);
        this.#kept.set(network, { client, until: now + KEPT_MS });
      }
    }
    return isReady;
  }

  #forget(now: number): void {
    for (const [network, { until }] of this.#kept) {
      if (until > now) return;
      this.#kept.delete(network);
    }
  }
}
