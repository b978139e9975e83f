import { readFileSync, statSync } from 'node:fs';

/** Possible changes since the last report. */
export type Dirty = {
  /** Files relative to the root, with slashes: added, changed or removed. */
  readonly paths: ReadonlySet<string>;
  /** True if paths are not enough: a folder changed, events may be lost, or a rescan is due. */
  readonly everything: boolean;
};

export type Warn = (message: string, cause?: unknown) => void;

/** Milliseconds without an event after which edits count as done: one file alone, or many. */
const SINGLE_MS = 20;
/** git may pause between two files of a checkout. */
const BATCH_MS = 120;
/** While a file may be half-written. */
const UNFINISHED_MS = 300;
/** Edits that never pause are reported this long after the first of them. */
const CAP_MS = 2_000;

const NEVER = Number.POSITIVE_INFINITY;

/** Maximum paths in a report: beyond it, a scan of everything is no slower. */
export const MAX_PATHS = 10_000;

type Options = {
  /** Never rejects. */
  readonly report: (dirty: Dirty) => Promise<void>;
  /** True if a file looks half-written. Called only when everything else is quiet. */
  readonly isUnfinished: (path: string) => boolean;
  /** A monotonic clock in milliseconds, such as `performance.now`. */
  readonly now: () => number;
};

/** Reports edits once they pause, one report at a time: edits during a report are in the next. */
export class Debounce {
  readonly #options: Options;
  #paths = new Set<string>();
  #everything = false;
  #first = NEVER;
  #last = 0;
  #timer: NodeJS.Timeout | undefined;
  #isReporting = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Notes that a file was edited, or that anything may have changed. */
  note(path?: string): void {
    if (path === undefined || this.#paths.size >= MAX_PATHS) this.#everything = true;
    else this.#paths.add(path);
    this.#last = this.#options.now();
    this.#first = Math.min(this.#first, this.#last);
    this.#wait();
  }

  /** Nothing is reported from here on. A running report is not waited for. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#isClosed || this.#isReporting || this.#timer || this.#first === NEVER) return;
    // After a busy moment, timers run before the events that the kernel holds ready; these are
    // known one turn later.
    this.#timer = setTimeout(() => setImmediate(() => this.#lookAgain()), this.#remainingMs());
  }

  #lookAgain(): void {
    this.#timer = undefined;
    if (this.#remainingMs() > 0) this.#wait();
    else if (!this.#isClosed) void this.#report();
  }

  async #report(): Promise<void> {
    const dirty = { paths: this.#paths, everything: this.#everything };
    this.#paths = new Set();
    this.#everything = false;
    this.#first = NEVER;
    this.#isReporting = true;
    await this.#options.report(dirty);
    this.#isReporting = false;
    this.#wait();
  }

  /** Returns the milliseconds until the edits may be reported; 0 if they may be now. */
  #remainingMs(): number {
    const time = this.#options.now();
    const restOf = (quietMs: number) =>
      Math.max(0, Math.min(this.#last + quietMs, this.#first + CAP_MS) - time);
    const rest = restOf(this.#everything || this.#paths.size > 1 ? BATCH_MS : SINGLE_MS);
    if (rest > 0 || restOf(UNFINISHED_MS) === 0) return rest;
    return this.#paths.values().some(this.#options.isUnfinished) ? restOf(UNFINISHED_MS) : 0;
  }
}

/**
 * True if a file looks half-written: empty, or its last line unended. Finished ones may look the
 * same.
 */
export function isUnfinished(file: string): boolean {
  try {
    // Opening a pipe would wait for its writer.
    return statSync(file).isFile() && !readFileSync(file, 'latin1').endsWith('\n');
  } catch {
    // It is missing or not readable, and waiting does not change that.
    return false;
  }
}
