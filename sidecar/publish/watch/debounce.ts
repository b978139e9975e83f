import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/*
 * When edits count as done: ReportLoop reports what a QuietWindow has collected once no more signs
 * come.
 */

/** What may have changed since the last report. */
export type Dirty = {
  /** Files relative to the root, with slashes: added, changed or removed. */
  readonly paths: ReadonlySet<string>;
  /**
   * True where paths do not say it: folders were added, removed or renamed, the root was replaced,
   * events may have been lost, or a rescan is due.
   */
  readonly everything: boolean;
};

/** A sign of an edit: of one file, of a folder that was added or removed, or of anything. */
export type Sign =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'everything' };

export type Warn = (message: string, cause?: unknown) => void;

export type Watch = {
  /** Nothing is reported from the call on. Does not wait for a running report. */
  readonly close: () => Promise<void>;
};

type LoopOptions = {
  readonly window: QuietWindow;
  /** Never rejects. */
  readonly report: (dirty: Dirty) => Promise<void>;
  /** Called when all is quiet: milliseconds until it is called again, or 0 to report now. */
  readonly holdMs: () => number;
};

/** Reports edits once they pause, one report at a time: edits during a report are in the next. */
export class ReportLoop {
  readonly #options: LoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #isReporting = false;
  #isClosed = false;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  note(sign: Sign): void {
    if (this.#isClosed) return;
    this.#options.window.note(sign);
    this.#wait();
  }

  /** Nothing is reported from here on. A report that runs is not waited for. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(ms = this.#options.window.remainingMs()): void {
    const { window } = this.#options;
    if (this.#isClosed || this.#isReporting || this.#timer || !window.isOpen) return;
    // After a busy moment timers run before the events that the kernel holds ready; these are known
    // one turn later.
    this.#timer = setTimeout(() => setImmediate(() => this.#lookAgain()), ms);
  }

  #lookAgain(): void {
    if (this.#isClosed) return;
    const ms = this.#options.window.remainingMs() || this.#options.holdMs();
    this.#timer = undefined;
    if (ms > 0) this.#wait(ms);
    else void this.#report();
  }

  async #report(): Promise<void> {
    const { window, report } = this.#options;
    this.#isReporting = true;
    await report(window.take());
    this.#isReporting = false;
    this.#wait();
  }
}

/** How long there must be no sign until edits count as done, in milliseconds. */
type QuietTimes = {
  /** Where one file was saved. */
  readonly singleMs: number;
  /** Where many change: git may pause between two files of a checkout. */
  readonly batchMs: number;
  /** Where a file may be half written. */
  readonly unfinishedMs: number;
  /** After this long since the first sign, edits are reported even if they never rest. */
  readonly capMs: number;
};

export const QUIET_TIMES: QuietTimes = {
  singleMs: 20,
  batchMs: 120,
  unfinishedMs: 300,
  capMs: 2_000,
};

/** Maximum paths in a list: beyond it a scan of everything is no slower. */
export const MAX_PATHS = 10_000;

type WindowOptions = {
  /** A clock in milliseconds that never goes back, such as `performance.now`. */
  readonly now: () => number;
  readonly times?: QuietTimes;
  /** Whether one of these files looks half written. Asked only when all else is quiet. */
  readonly isUnfinished?: (paths: ReadonlySet<string>) => boolean;
};

/** Collects signs of edits until they pause. */
export class QuietWindow {
  readonly #now: () => number;
  readonly #times: QuietTimes;
  readonly #isUnfinished: (paths: ReadonlySet<string>) => boolean;
  #paths = new Set<string>();
  #everything = false;
  #isBatch = false;
  #first: number | undefined;
  #last = 0;

  constructor({ now, times = QUIET_TIMES, isUnfinished = () => false }: WindowOptions) {
    this.#now = now;
    this.#times = times;
    this.#isUnfinished = isUnfinished;
  }

  /** Whether there is something to report. */
  get isOpen(): boolean {
    return this.#first !== undefined;
  }

  note(sign: Sign): void {
    const now = this.#now();
    if (sign.kind === 'file') this.#addPath(sign.path);
    else this.#everything = true;
    if (sign.kind === 'folder') this.#isBatch = true;
    // `everything` says nothing about when the last edit was.
    if (sign.kind !== 'everything' || !this.isOpen) this.#last = now;
    this.#first ??= now;
  }

  /** Milliseconds until the edits may be reported; 0 where they may be now. */
  remainingMs(): number {
    if (this.#first === undefined) return 0;
    const now = this.#now();
    const { singleMs, batchMs, unfinishedMs, capMs } = this.#times;
    const restOf = (quietMs: number, first: number) =>
      Math.max(0, Math.min(this.#last + quietMs, first + capMs) - now);
    const rest = restOf(this.#isBatch ? batchMs : singleMs, this.#first);
    if (rest > 0) return rest;
    const longer = restOf(unfinishedMs, this.#first);
    return longer > 0 && this.#isUnfinished(this.#paths) ? longer : 0;
  }

  /** Empties the window into what is to be reported. */
  take(): Dirty {
    const dirty = { paths: this.#paths, everything: this.#everything };
    this.#paths = new Set();
    this.#everything = false;
    this.#isBatch = false;
    this.#first = undefined;
    return dirty;
  }

  #addPath(path: string): void {
    this.#paths.add(path);
    if (this.#paths.size > 1) this.#isBatch = true;
    if (this.#paths.size <= MAX_PATHS) return;
    this.#paths.clear();
    this.#everything = true;
  }
}

const LINE_FEED = 0x0a;

/** Maximum files to look into; more count as unfinished and get the longer wait. */
export const MAX_FILES_LOOKED_AT = 1_000;

/** Whether one of some files below a folder looks half written. */
export function areUnfinished(root: string, paths: ReadonlySet<string>): boolean {
  if (paths.size > MAX_FILES_LOOKED_AT) return true;
  return paths.values().some((path) => isUnfinished(join(root, path)));
}

/** Whether a file looks half written: empty, or its last line unended. Finished ones may, too. */
function isUnfinished(file: string): boolean {
  let descriptor: number | undefined;
  try {
    // Opening a pipe would wait for its writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    const count = readSync(descriptor, last, 0, 1, Math.max(0, size - 1));
    return count === 0 || last[0] !== LINE_FEED;
  } catch {
    // It is missing, not a file, or not readable, and waiting changes none of that.
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
