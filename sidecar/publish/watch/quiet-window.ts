/** What may have changed since the last report. */
export type Dirty = {
  /** Paths of files relative to the root, with slashes, whatever became of them. */
  readonly paths: ReadonlySet<string>;
  /**
   * True where single paths do not tell it: folders came, went or were renamed, the root was
   * swapped, events may have been lost, or it is time to look at everything again.
   */
  readonly everything: boolean;
};

/** A sign of an edit: one file, a folder that came or went, or that anything may have changed. */
export type Sign =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'everything' };

/** How long no sign must come until edits count as done, in milliseconds. */
export type QuietTimes = {
  /** Where one file was saved. */
  readonly singleMs: number;
  /** Where many change: between two files of a checkout git may pause. */
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

/** More than these are not listed: looking at everything is no slower then. */
export const MAX_PATHS = 10_000;

type Options = {
  /** A clock in milliseconds that never goes back, such as `performance.now`. */
  readonly now: () => number;
  readonly times?: QuietTimes;
  /** Whether one of these files looks half written. Asked only when all else is quiet. */
  readonly isUnfinished?: (paths: ReadonlySet<string>) => boolean;
};

/** Collects signs of edits and tells when they have come to rest. */
export class QuietWindow {
  readonly #now: () => number;
  readonly #times: QuietTimes;
  readonly #isUnfinished: (paths: ReadonlySet<string>) => boolean;
  #paths = new Set<string>();
  #everything = false;
  #isBatch = false;
  #first: number | undefined;
  #last = 0;

  constructor({ now, times = QUIET_TIMES, isUnfinished = () => false }: Options) {
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
    // That anything may have changed tells nothing about when the last edit was.
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
