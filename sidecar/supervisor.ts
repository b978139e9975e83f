/** What can fail for a reason outside the content. */
export type FaultKind = 'storage' | 'rebuild' | 'bundle' | 'rendering' | 'hub' | 'thread';

/** A current fault, as GET /healthz reports it: no paths, no names of files, no content. */
export type Fault = {
  readonly kind: FaultKind;
  /** The system's name for the reason, where it has one: ENOSPC. */
  readonly code: string;
  /** When it failed first, as an instant (RFC 3339). */
  readonly since: string;
  /** When it is tried again; null while it is being tried, or where only a new start helps. */
  readonly nextTry: string | null;
  /** What failed and why, in words. */
  readonly message: string;
};

/** What failed, and why. */
export type Failed = {
  readonly kind: FaultKind;
  /** What failed, in words: "the release store". There is one fault for each. */
  readonly what: string;
  readonly code: string;
  /** The end of a sentence that begins with what failed. */
  readonly reason: string;
  /** For the log alone: what the system said, what to do. */
  readonly cause?: string;
  /** Maximum wait between tries, where it is likely to work soon; a minute by default. */
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
  /** Calls once, after a number of milliseconds; returns what cancels it. */
  readonly after?: (ms: number, call: () => void) => () => void;
};

type Entry = Fault & { readonly tries: number; readonly cancel: () => void };

/**
 * Retries whatever fails for a reason outside the content, without an edit, and reports the faults
 * meanwhile. The one back-off of this service: the rebuild, the store, bundles, pages, the hub and
 * all threads are retried by it.
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

  /** Reports a fault and schedules `retry`. Without one an operator has to mend it and restart. */
  fail({ kind, what, code, reason, cause, mostMs = MAX_MS }: Failed, retry?: () => void): void {
    const message = `${what}: ${reason}`;
    const before = this.#entries.get(what);
    if (this.#isStopped) {
      this.#log.error({ kind, code, cause }, `${message}; the next start tries it again`);
      return;
    }
    // It was tried for another reason meanwhile: the next try stays as announced.
    if (before?.nextTry && retry) {
      this.#entries.set(what, { ...before, code, message });
      return;
    }
    before?.cancel();
    const now = this.#now();
    const tries = (before?.tries ?? 0) + 1;
    const since = before?.since ?? new Date(now).toISOString();
    const ms = Math.min(FIRST_MS * 2 ** (tries - 1), mostMs);
    const cancel = retry ? this.#after(ms, () => this.#retry(what, retry)) : () => {};
    const nextTry = retry ? new Date(now + ms).toISOString() : null;
    this.#entries.set(what, { kind, code, since, nextTry, message, tries, cancel });
    const next = retry
      ? `it is tried again in ${ms / 1000} s`
      : 'it stops until the service is started again';
    this.#log.error({ kind, code, ...(cause !== undefined && { cause }) }, `${message}; ${next}`);
  }

  /** The fault is over. */
  recover(what: string): void {
    const entry = this.#entries.get(what);
    if (!entry) return;
    entry.cancel();
    this.#entries.delete(what);
    this.#log.info({ kind: entry.kind }, `${what}: works again`);
  }

  /** Ends all retries. */
  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#entries.values()) cancel();
  }

  /** While something is being tried, there is no time of a next try. */
  #retry(what: string, retry: () => void): void {
    const entry = this.#entries.get(what);
    if (entry) this.#entries.set(what, { ...entry, nextTry: null });
    retry();
  }
}

/** Calls after `ms`, unless the process or thread ends before. Returns what cancels it. */
function afterUnlessEnded(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms).unref();
  return () => clearTimeout(timer);
}
