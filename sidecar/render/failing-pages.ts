import { describeError } from '../describe-error.ts';
import type { Supervisor } from '../supervisor.ts';

/** Maximum failed pages that are retried; others are rendered again when they are requested. */
export const MAX_FAILING = 100;

const WHAT = 'a page';

type Deps = {
  readonly supervisor: Supervisor;
  /** Repairs the bundle, where that is the cause. */
  readonly mend: () => Promise<void>;
  /** Renders a page again, which calls `succeed` or `fail`. */
  readonly render: (path: string) => Promise<unknown>;
};

/** Pages that failed: one fault, until each was rendered again. */
export class FailingPages {
  readonly #deps: Deps;
  readonly #paths = new Set<string>();
  #isReported = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  fail(path: string): void {
    if (this.#paths.size < MAX_FAILING) this.#paths.add(path);
    // Further requests do not delay the retry.
    if (!this.#isReported) this.#report();
  }

  succeed(path: string): void {
    if (!this.#paths.delete(path) || this.#paths.size > 0) return;
    this.#isReported = false;
    this.#deps.supervisor.recover(WHAT);
  }

  #report(cause?: string): void {
    this.#isReported = true;
    const reason = 'it cannot be rendered';
    this.#deps.supervisor.fail(
      {
        kind: 'rendering',
        what: WHAT,
        code: 'RENDERING_FAILED',
        reason,
        ...(cause !== undefined && { cause }),
      },
      () => void this.#retry(),
    );
  }

  async #retry(): Promise<void> {
    const { mend, render } = this.#deps;
    let cause: string | undefined;
    await mend().catch((error: unknown) => {
      cause = describeError(error);
    });
    for (const path of this.#paths) {
      // Logged where it failed.
      await render(path).catch(() => {});
      if (!this.#paths.has(path)) continue;
      this.#report(cause);
      return;
    }
  }
}
