/** The kinds of failures with a reason outside the content. */
export type FaultKind = 'storage' | 'rebuild' | 'bundle' | 'rendering' | 'hub' | 'thread' | 'purge';

/** A current fault, as GET /healthz reports it: no paths, file names or content. */
export type Fault = {
  readonly kind: FaultKind;
  /** The system's name for the reason, if it has one: ENOSPC. */
  readonly code: string;
  /** The time of the first failure, as an instant (RFC 3339). */
  readonly since: string;
  /** The time of the next attempt; null during an attempt. */
  readonly nextTry: string | null;
  /** The failure and its reason, in words. */
  readonly message: string;
};

/** A failure and its reason. */
export type Failed = {
  readonly kind: FaultKind;
  /** The subject that failed, in words: "the release store". Each has at most one fault. */
  readonly what: string;
  readonly code: string;
  /** The end of a sentence that begins with `what`. */
  readonly reason: string;
  /** For the log alone: the system's message, or a remedy. */
  readonly cause?: string;
  /** Maximum wait between attempts, if success is likely soon; a minute by default. */
  readonly mostMs?: number;
};

/** Exponential back-off: a second, then twice as long each time, up to a minute. */
const FIRST_MS = 1_000;
const MAX_MS = 60_000;

type Log = (fields: Readonly<Record<string, unknown>>, line: string) => void;

type Deps = {
  readonly log: { readonly error: Log; readonly info: Log };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Calls once, after a number of milliseconds; returns a function that cancels it. */
  readonly after?: (ms: number, call: () => void) => () => void;
};

type Entry = Fault & { readonly tries: number; readonly cancel: () => void };

/**
 * Retries everything that fails for a reason outside the content, without an edit, and reports the
 * faults meanwhile. The one back-off of this service: the rebuild, the store, bundles, pages, the
 * hub and all threads are retried by it.
 */
export class Supervisor {
  readonly #log: Deps['log'];
  readonly #now: () => number;
  readonly #after: NonNullable<Deps['after']>;
  readonly #entries = new Map<string, Entry>();
  #isStopped = false;

  constructor({ log, now = Date.now, after = afterUnlessEnded }: Deps) {
    this.#log = log;
    this.#now = now;
    this.#after = after;
  }

  /** The current faults, oldest first. */
  get faults(): Fault[] {
    return [...this.#entries.values()].map(({ tries, cancel, ...fault }) => fault);
  }

  /** Reports a fault and schedules `retry`. */
  fail({ kind, what, code, reason, cause, mostMs = MAX_MS }: Failed, retry: () => void): void {
    const message = `${what}: ${reason}`;
    const before = this.#entries.get(what);
    if (this.#isStopped) {
      this.#log.error({ kind, code, cause }, `${message}; it is retried at the next start`);
      return;
    }
    // It was retried for another reason meanwhile: the announced time stays.
    if (before?.nextTry) {
      this.#entries.set(what, { ...before, code, message });
      return;
    }
    before?.cancel();
    const now = this.#now();
    const tries = (before?.tries ?? 0) + 1;
    const since = before?.since ?? new Date(now).toISOString();
    const ms = Math.min(FIRST_MS * 2 ** (tries - 1), mostMs);
    const cancel = this.#after(ms, () => this.#retry(what, retry));
    const nextTry = new Date(now + ms).toISOString();
    this.#entries.set(what, { kind, code, since, nextTry, message, tries, cancel });
    const next = `retrying in ${ms / 1000} s`;
    this.#log.error({ kind, code, ...(cause !== undefined && { cause }) }, `${message}; ${next}`);
  }

  /** Ends a fault. */
  recover(what: string): void {
    const entry = this.#entries.get(what);
    if (!entry) return;
    entry.cancel();
    this.#entries.delete(what);
    this.#log.info({ kind: entry.kind }, `${what}: working again`);
  }

  /** Ends all retries. */
  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#entries.values()) cancel();
  }

  /** During an attempt, there is no time of a next one. */
  #retry(what: string, retry: () => void): void {
    const entry = this.#entries.get(what);
    if (entry) this.#entries.set(what, { ...entry, nextTry: null });
    retry();
  }
}

/**
 * Calls after `ms`, unless the process or thread ends first. Returns a function that cancels it.
 */
function afterUnlessEnded(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms).unref();
  return () => clearTimeout(timer);
}
