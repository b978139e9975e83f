import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Clients } from './client.ts';
import type { RawHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';

/** Maximum clients that are remembered: one with many addresses must not fill the memory. */
const MAX_BUCKETS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Answers that nothing changed are not counted, so that polite clients may ask often, until they are
 * this many times the limit: they cost work, too.
 */
const FREE_TIMES = 10;

type Bucket = {
  tokens: number;
  at: number;
  /** How many tokens were given back since it was refilled at that time. */
  returned: number;
};

type Rate = {
  /** The tokens of a full bucket. */
  readonly burst: number;
  readonly perMinute: number;
  /** Whether a bucket is refilled at once, a minute after its first token was taken, not steadily. */
  readonly isWindowed?: boolean;
};

/** Limits how often something happens for each key: a full bucket at once, then at the rate. */
export class TokenBuckets {
  readonly #burst: number;
  readonly #msPerToken: number;
  readonly #isWindowed: boolean;
  /** Milliseconds after which a bucket is full whatever was taken. */
  readonly #fullAfterMs: number;
  /** In the order of use: strangers who invent keys take the place of each other. */
  readonly #buckets = new Map<string, Bucket>();
  #lastUsed: string | undefined;

  constructor({ burst, perMinute, isWindowed = false }: Rate) {
    this.#burst = burst;
    this.#msPerToken = MINUTE_MS / perMinute;
    this.#isWindowed = isWindowed;
    this.#fullAfterMs = isWindowed ? MINUTE_MS : burst * this.#msPerToken;
  }

  /** Takes a token, if there is one. Whether or not there is, the key was used. */
  take(key: string, now: number): boolean {
    const bucket = this.#refilled(key, now);
    if (key !== this.#lastUsed) {
      this.#lastUsed = key;
      this.#buckets.delete(key);
      this.#buckets.set(key, bucket);
    }
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Returns a token, up to a multiple of the burst between two refills. */
  giveBack(key: string, now: number): void {
    const bucket = this.#refilled(key, now);
    if (bucket.returned >= this.#burst * FREE_TIMES) return;
    bucket.returned += 1;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + 1);
  }

  /** Milliseconds until there is a token; 0 where there is one. */
  waitFor(key: string, now: number): number {
    const { tokens, at } = this.#refilled(key, now);
    if (tokens >= 1) return 0;
    return this.#isWindowed ? at + MINUTE_MS - now : Math.ceil((1 - tokens) * this.#msPerToken);
  }

  /** The whole tokens of a key, and the milliseconds until a windowed bucket is full again. */
  quotaOf(key: string, now: number): { readonly left: number; readonly resetMs: number } {
    const { tokens, at } = this.#refilled(key, now);
    return { left: Math.floor(tokens), resetMs: at + MINUTE_MS - now };
  }

  /** The keys that have no token. */
  empty(now: number): string[] {
    return [...this.#buckets.keys()].filter((key) => this.waitFor(key, now) > 0);
  }

  #refilled(key: string, now: number): Bucket {
    const bucket = this.#buckets.get(key);
    if (!bucket) return this.#add(key, now);
    if (this.#isWindowed) {
      if (now < bucket.at + MINUTE_MS) return bucket;
      this.#buckets.delete(key);
      return this.#add(key, now);
    }
    const gained = Math.max(0, now - bucket.at) / this.#msPerToken;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + gained);
    bucket.at = now;
    return bucket;
  }

  #add(key: string, now: number): Bucket {
    const bucket = { tokens: this.#burst, at: now, returned: 0 };
    this.#buckets.set(key, bucket);
    this.#lastUsed = key;
    for (const [idlest, { at }] of this.#buckets) {
      const isFull = now >= at + this.#fullAfterMs;
      if (!isFull && this.#buckets.size <= MAX_BUCKETS) break;
      this.#buckets.delete(idlest);
    }
    return bucket;
  }
}

type LimitOptions = {
  /** 0 is no limit. */
  readonly perMinute: number;
  /** What is limited, for the headers. */
  readonly name?: string;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
};

/**
 * How many requests a client may send in a minute, stated in the headers of
 * draft-ietf-httpapi-ratelimit-headers-08 and in Retry-After.
 */
export class RequestLimit {
  readonly isOff: boolean;
  readonly perMinute: number;
  /** The value of RateLimit-Policy. */
  readonly policy: string;
  readonly #name: string;
  readonly #now: () => number;
  readonly #buckets: TokenBuckets;

  constructor({ perMinute, name = 'api', now = () => performance.now() }: LimitOptions) {
    this.isOff = perMinute === 0;
    this.perMinute = perMinute;
    this.policy = `"${name}"; q=${perMinute}; w=${MINUTE_MS / 1000}`;
    this.#name = name;
    this.#now = now;
    this.#buckets = new TokenBuckets({ burst: perMinute, perMinute, isWindowed: true });
  }

  /** Counts a request, unless its client has none left. */
  take(client: string): boolean {
    return this.#buckets.take(client, this.#now());
  }

  /** A request is answered that nothing changed: it does not count. */
  giveBack(client: string): void {
    this.#buckets.giveBack(client, this.#now());
  }

  /** The value of RateLimit. */
  quotaOf(client: string): string {
    const { left, resetMs } = this.#buckets.quotaOf(client, this.#now());
    return `"${this.#name}"; r=${left}; t=${Math.ceil(resetMs / 1000)}`;
  }

  /** Seconds until a client that has none left may ask again. */
  waitFor(client: string): number {
    return Math.ceil(this.#buckets.waitFor(client, this.#now()) / 1000);
  }

  /**
   * Counts a request whose answer is known already, and returns the headers of that; undefined where
   * its client has none left. `isFree`: the answer says that nothing changed.
   */
  count(client: string, isFree: boolean): RawHeaders | undefined {
    if (!this.take(client)) return undefined;
    if (isFree) this.giveBack(client);
    return ['RateLimit', this.quotaOf(client), 'RateLimit-Policy', this.policy];
  }
}

/** Gives back the counted request of an answer. */
const givenBack = new WeakMap<ServerResponse, () => void>();

/** Counts requests before they are answered, and refuses those beyond the limit with 429. */
export function limitRate(limit: RequestLimit, clients: Clients): RequestHandler {
  if (limit.isOff) return (_request, _response, next) => next();
  return (request, response, next) => {
    const client = clients.of(request);
    const isTaken = limit.take(client);
    response.setHeader('RateLimit', limit.quotaOf(client));
    response.setHeader('RateLimit-Policy', limit.policy);
    if (!isTaken) {
      const seconds = limit.waitFor(client);
      response.setHeader('Retry-After', String(seconds));
      const many = `More than ${limit.perMinute} requests came from your address in a minute`;
      const detail = `${many}; wait ${seconds} seconds, as Retry-After says, and ask again.`;
      throw new HttpError(429, detail);
    }
    givenBack.set(response, () => {
      limit.giveBack(client);
      response.setHeader('RateLimit', limit.quotaOf(client));
    });
    next();
  };
}

/** A request is answered that nothing changed: it does not count. Called before its answer is sent. */
export function giveBack(response: ServerResponse): void {
  givenBack.get(response)?.();
}
