import { describeCode, describeError } from '../../describe-error.ts';
import type { Clock } from '../clock.ts';
import { StoreUnavailableError, StoreUnusableError } from '../store/hub-store.ts';

/**
 * After a fault of the store nobody takes over what another sidecar has claimed for so long: it
 * could not record what it has done either, and needs a moment to.
 */
const CAUTION_MS = 15_000;

/** Why the store does not work, as reported to the server's thread. */
export type StoreFault = {
  readonly code: string;
  /** In a few words, without a path. */
  readonly reason: string;
  /** For the log alone. */
  readonly cause: string;
  /** Whether only a new start of the service helps. */
  readonly isFinal: boolean;
};

type Deps = {
  readonly clock: Pick<Clock, 'now'>;
  /** Called for a fault, and again where trying again did not help. */
  readonly onFault: (fault: StoreFault) => void;
  /** All that had failed works. */
  readonly onRecovered: () => void;
};

/** Reasons that no system has a code for. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['HUB_STORE_UNAVAILABLE', 'it is out of reach'],
  ['HUB_STORE_BUSY', 'it has more to do than it can'],
  ['HUB_STORE_UNUSABLE', 'it cannot be used as it is, and somebody has to look at it'],
  ['HUB_FAILED', 'an error that nobody expected'],
]);

/**
 * Work that failed, mostly because the store is out of reach, and waits to be tried again. However
 * much fails at the same time is one fault. As soon as some of it succeeds, all
 * the rest is tried at once.
 */
export class StoreFaults {
  readonly #deps: Deps;
  readonly #failed = new Set<() => void>();
  #isReported = false;
  #isFinal = false;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether nothing waits to be tried again. */
  get isWell(): boolean {
    return this.#failed.size === 0;
  }

  /** Work failed. `again` does it once more, and stands for it. */
  fail(again: () => void, error: unknown): void {
    if (error instanceof StoreUnavailableError) this.#lastAt = this.#deps.clock.now();
    this.#failed.add(again);
    if (this.#isReported) return;
    this.#isReported = true;
    this.#report(error, false);
  }

  /** Work succeeded, which may have failed before. It does not undo what is given up. */
  succeed(again: () => void): void {
    if (!this.#failed.delete(again)) return;
    if (this.#failed.size > 0) {
      this.#wakeAll();
      return;
    }
    this.#isReported = false;
    if (!this.#isFinal) this.#deps.onRecovered();
  }

  /** Work failed that is not tried again: somebody has to look at the store, and start the service again. */
  giveUp(error: unknown): void {
    this.#isFinal = true;
    this.#report(error, true);
  }

  /** The time has come to try again. */
  retry(): void {
    this.#isReported = false;
    this.#wakeAll();
  }

  readonly mayTakeOver = (): boolean => this.#deps.clock.now() - this.#lastAt >= CAUTION_MS;

  #wakeAll(): void {
    for (const again of [...this.#failed]) again();
  }

  #report(error: unknown, isFinal: boolean): void {
    const code = codeOf(error);
    const reason = describeCode(code) ?? REASONS.get(code) ?? 'it cannot be opened or written';
    const isExplained =
      error instanceof StoreUnavailableError || error instanceof StoreUnusableError;
    const cause = isExplained ? error.message : describeError(error);
    this.#deps.onFault({ code, reason, cause, isFinal });
  }
}

function codeOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.code;
  return error instanceof StoreUnusableError ? 'HUB_STORE_UNUSABLE' : 'HUB_FAILED';
}
