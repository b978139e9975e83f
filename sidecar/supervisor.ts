/** What can fail for a reason that lies outside the content. */
export type FaultKind = 'storage' | 'rebuild' | 'bundle' | 'rendering' | 'hub' | 'thread';

/** What is wrong at the moment, as GET /healthz tells it: no paths, no names of files, no content. */
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
  /** What failed, as a person calls it: "the release store". One fault is told of each. */
  readonly what: string;
  readonly code: string;
  /** Why, as the end of a sentence that begins with what failed. */
  readonly reason: string;
  /** More for the log alone: what the system said, what to do. */
  readonly cause?: string;
  /** The longest wait, where it is likely to work soon; a minute otherwise. */
  readonly mostMs?: number;
};

/** The waits between tries: a second, then twice as long each time, up to a minute. */
const FIRST_MS = 1_000;
const MAX_MS = 60_000;

type Log = (fields: Readonly<Record<string, unknown>>, line: string) => void;

type Parts = {
  readonly log: { readonly error: Log; readonly info: Log };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Calls once, after so many milliseconds; returns what cancels it. */
  readonly after?: (ms: number, call: () => void) => () => void;
};

type Entry = Omit<Fault, 'nextTry'> & {
  nextTry: number | undefined;
  cancel: () => void;
  tries: number;
};

/**
 * Sees to it that whatever fails for a reason outside the content is tried again, without an edit,
 * and tells what is wrong meanwhile. One back-off for all.
 */
export class Supervisor {
  readonly #log: Parts['log'];
  readonly #now: () => number;
  readonly #after: NonNullable<Parts['after']>;
  readonly #entries = new Map<string, Entry>();
  #isStopped = false;

  constructor({ log, now = Date.now, after = afterUnlessEnded }: Parts) {
    this.#log = log;
    this.#now = now;
    this.#after = after;
  }

  /** What is wrong, in the order in which it began. */
  get faults(): Fault[] {
    return [...this.#entries.values()].map(({ kind, code, since, nextTry, message }) => ({
      kind,
      code,
      since,
      nextTry: nextTry === undefined ? null : new Date(nextTry).toISOString(),
      message,
    }));
  }

  /**
   * Something failed: it is told, and `retry` is called when its time has come. Without it somebody
   * has to look at it before the service is started again.
   */
  fail({ kind, what, code, reason, cause, mostMs = MAX_MS }: Failed, retry?: () => void): void {
    const before = this.#entries.get(what);
    if (this.#isStopped) {
      this.#log.error({ kind, code, cause }, `${what}: ${reason}; the next start tries it again`);
      return;
    }
    // Something else tried it meanwhile: the next try comes when it was said to.
    if (before && before.nextTry !== undefined && retry) {
      this.#entries.set(what, Object.assign(before, { code, message: `${what}: ${reason}` }));
      return;
    }
    before?.cancel();
    const tries = (before?.tries ?? 0) + 1;
    const entry: Entry = {
      kind,
      code,
      since: before?.since ?? new Date(this.#now()).toISOString(),
      nextTry: undefined,
      message: `${what}: ${reason}`,
      tries,
      cancel: () => {},
    };
    this.#entries.set(what, entry);
    const next = retry
      ? this.#retryLater(entry, mostMs, retry)
      : 'it stops until the service is started again';
    this.#log.error(
      { kind, code, ...(cause !== undefined && { cause }) },
      `${entry.message}; ${next}`,
    );
  }

  /** It works: nothing is told of it any more. */
  recover(what: string): void {
    const entry = this.#entries.get(what);
    if (!entry) return;
    entry.cancel();
    this.#entries.delete(what);
    this.#log.info({ kind: entry.kind }, `${what}: works again`);
  }

  /** Nothing is tried any more. */
  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#entries.values()) cancel();
  }

  /** Returns when, in words. */
  #retryLater(entry: Entry, mostMs: number, retry: () => void): string {
    const ms = Math.min(FIRST_MS * 2 ** (entry.tries - 1), mostMs);
    entry.nextTry = this.#now() + ms;
    entry.cancel = this.#after(ms, () => {
      entry.nextTry = undefined;
      retry();
    });
    return `it is tried again in ${ms / 1000} s`;
  }
}

/**
 * Calls after so many milliseconds, and keeps no process or thread alive for that. Returns what
 * cancels it.
 */
export function afterUnlessEnded(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms).unref();
  return () => clearTimeout(timer);
}
