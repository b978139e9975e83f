import { LRUCache } from 'lru-cache';

/** Maximum keys that are remembered: strangers who invent keys replace each other. */
const MAX_BUCKETS = 10_000;
const MINUTE_MS = 60_000;

type Bucket = { tokens: number; at: number };

type Rate = {
  /** The tokens of a full bucket. */
  readonly burst: number;
  readonly perMinute: number;
};

/** Limits the rate of something for each key: a full bucket at once, then the rate. */
export class TokenBuckets {
  readonly #burst: number;
  readonly #msPerToken: number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });

  constructor({ burst, perMinute }: Rate) {
    this.#burst = burst;
    this.#msPerToken = MINUTE_MS / perMinute;
  }

  /** Takes a token if there is one. In either case, the key counts as used. */
  take(key: string, now: number): boolean {
    const bucket = this.#refilled(key, now);
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Returns the milliseconds until there is a token; 0 if there is one. */
  waitFor(key: string, now: number): number {
    const { tokens } = this.#refilled(key, now);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * this.#msPerToken);
  }

  /** Returns the keys without a token. */
  empty(now: number): string[] {
    return [...this.#buckets.keys()].filter((key) => this.waitFor(key, now) > 0);
  }

  #refilled(key: string, now: number): Bucket {
    const bucket = this.#buckets.peek(key);
    if (!bucket) return { tokens: this.#burst, at: now };
    const gained = Math.max(0, now - bucket.at) / this.#msPerToken;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + gained);
    bucket.at = now;
    return bucket;
  }
}
