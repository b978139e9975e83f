import { describeCode, describeError } from '../../describe-error.ts';
import { StoreUnavailableError, UNUSABLE } from '../store/hub-store.ts';

/** The reason why the store does not work, as reported to the server's thread. */
export type StoreFault = {
  readonly code: string;
  /** In a few words, without a path. */
  readonly reason: string;
  /** For the log alone. */
  readonly cause: string;
};

type Deps = {
  /** Called for each failure. */
  readonly onFault: (fault: StoreFault) => void;
  /** All failed work has succeeded. */
  readonly onRecovered: () => void;
};

/**
 * Failed work that waits to be retried, mostly because the store is out of reach. Any number of
 * simultaneous failures is one fault. As soon as one succeeds, all others are retried at once.
 */
export class StoreFaults {
  readonly #deps: Deps;
  readonly #failed = new Set<() => void>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Work failed. `again` repeats it, and identifies it. */
  fail(again: () => void, error: unknown): void {
    this.#failed.add(again);
    this.#deps.onFault(explain(error));
  }

  /** Work succeeded that may have failed before. */
  succeed(again: () => void): void {
    if (!this.#failed.delete(again)) return;
    if (this.#failed.size > 0) this.retry();
    else this.#deps.onRecovered();
  }

  /** It is time to retry. */
  retry(): void {
    for (const again of [...this.#failed]) again();
  }
}

function explain(error: unknown): StoreFault {
  if (!(error instanceof StoreUnavailableError)) {
    return { code: 'HUB_FAILED', reason: 'an unexpected error', cause: describeError(error) };
  }
  const { code, message: cause } = error;
  const reason =
    code === UNUSABLE ? 'it needs attention' : (describeCode(code) ?? 'it is out of reach');
  return { code, reason, cause };
}
