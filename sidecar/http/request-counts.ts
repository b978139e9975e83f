/** Clients that are remembered; whoever comes from many addresses must not fill the memory. */
const MAX_CLIENTS = 10_000;

/** What one client has asked in its window. */
export type RequestCount = {
  /** Requests that count. */
  used: number;
  /** Requests that were given back. */
  free: number;
  /** When the window ends. */
  readonly resetAt: number;
};

/** Counts the requests of each client in windows of a length. Time is passed in, in milliseconds. */
export class RequestCounts {
  readonly #windowMs: number;
  /** Those whose window ends first stand first. */
  readonly #counts = new Map<string, RequestCount>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** What a client has asked in the window that is open at a time; its first request opens one. */
  of(client: string, now: number): RequestCount {
    const known = this.#counts.get(client);
    if (known && now < known.resetAt) return known;
    this.#counts.delete(client);
    const count = { used: 0, free: 0, resetAt: now + this.#windowMs };
    this.#counts.set(client, count);
    this.#forget(now);
    return count;
  }

  #forget(now: number): void {
    for (const [client, { resetAt }] of this.#counts) {
      if (now < resetAt && this.#counts.size <= MAX_CLIENTS) return;
      this.#counts.delete(client);
    }
  }
}
