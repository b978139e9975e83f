import { MCP_LIMITS } from '#agents/server-info.ts';
import { TokenBuckets } from '../http/rate-limit.ts';
import { type Refusal, refuse } from './refusal.ts';

/** How often one client may ask. `now`: milliseconds, of a clock that only goes on. */
export class RequestRates {
  readonly #requests = new TokenBuckets(MCP_LIMITS.requests);
  readonly #initializes = new TokenBuckets(MCP_LIMITS.initializes);
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws a Refusal 429 where a client asks too often. */
  countRequest(client: string): void {
    this.#count(this.#requests, client);
  }

  /** The same for new sessions. */
  countInitialize(client: string): void {
    this.#count(this.#initializes, client);
  }

  #count(buckets: TokenBuckets, client: string): void {
    const now = this.#now();
    if (!buckets.take(client, now)) throw tooMany(buckets.waitFor(client, now));
  }
}

function tooMany(waitMs: number): Refusal {
  const seconds = String(Math.ceil(waitMs / 1000));
  const message = `Too many requests; wait ${seconds} seconds, as Retry-After says, and ask again.`;
  return refuse(429, message, { 'Retry-After': seconds });
}
