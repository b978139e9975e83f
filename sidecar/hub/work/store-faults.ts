import { describeCode, describeError } from '../../describe-error.ts';
import { StoreUnavailableError, StoreUnusableError } from '../store/hub-store.ts';

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
  /** Called for each failure. */
  readonly onFault: (fault: StoreFault) => void;
  /** All that had failed works. */
  readonly onRecovered: () => void;
};

/**
 * Work that failed, mostly because the store is out of reach, and waits to be tried again. However
 * much fails at the same time is one fault. As soon as some of it succeeds, all the rest is tried at
 * once.
 */
export class StoreFaults {
  readonly #deps: Deps;
  readonly #failed = new Set<() => void>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Work failed. `again` does it once more, and identifies it. */
  fail(again: () => void, error: unknown): void {
    this.#failed.add(again);
    this.#deps.onFault(explain(error));
  }

  /** Work succeeded, which may have failed before. */
  succeed(again: () => void): void {
    if (!this.#failed.delete(again)) return;
    if (this.#failed.size > 0) this.retry();
    else this.#deps.onRecovered();
  }

  /** The time has come to try again. */
  retry(): void {
    for (const again of [...this.#failed]) again();
  }
}

function explain(error: unknown): StoreFault {
  if (error instanceof StoreUnavailableError) {
    const { code, message: cause } = error;
    return { code, reason: describeCode(code) ?? 'it is out of reach', cause, isFinal: false };
  }
  if (error instanceof StoreUnusableError) {
    const reason = 'it cannot be used as it is, and needs attention';
    return { code: 'HUB_STORE_UNUSABLE', reason, cause: error.message, isFinal: true };
  }
  const reason = 'an unexpected error';
  return { code: 'HUB_FAILED', reason, cause: describeError(error), isFinal: false };
}
