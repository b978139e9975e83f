type Bucket = { tokens: number; at: number };

/** Buckets that are remembered; whoever uses many must not fill the memory. */
const MAX_BUCKETS = 10_000;

/**
 * Limits how often something happens for each key: as often as the burst at once, and then at the
 * rate. Time is passed in, in milliseconds.
 */
export class TokenBuckets {
  readonly #burst: number;
  readonly #msPerToken: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ burst, perMinute }: { readonly burst: number; readonly perMinute: number }) {
    this.#burst = burst;
    this.#msPerToken = 60_000 / perMinute;
  }

  /** Takes a token, if there is one. */
  take(key: string, now: number): boolean {
    const bucket = this.#refilled(key, now);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Milliseconds until there is a token; 0 where there is one. */
  waitFor(key: string, now: number): number {
    const { tokens } = this.#refilled(key, now);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * this.#msPerToken);
  }

  /** The keys that have no token. */
  empty(now: number): string[] {
    return [...this.#buckets.keys()].filter((key) => this.waitFor(key, now) > 0);
  }

  #refilled(key: string, now: number): Bucket {
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: this.#burst, at: now };
    const gained = Math.max(0, now - bucket.at) / this.#msPerToken;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + gained);
    bucket.at = now;
    if (!known) this.#add(key, bucket);
    return bucket;
  }

  #add(key: string, bucket: Bucket): void {
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= MAX_BUCKETS) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
