import { describeError } from '../describe-error.ts';
import type { Supervisor } from '../supervisor.ts';
import type { AskedPage } from './asked-page.ts';

/** Maximum failed pages that are retried; others are rendered again when they are requested. */
export const MAX_FAILING = 100;

const WHAT = 'a page';

type Deps = {
  readonly supervisor: Supervisor;
  /** Repairs the bundle, where that is the cause. */
  readonly mend: () => Promise<void>;
  /** Renders a page again, which calls `succeed` or `fail`. */
  readonly render: (page: AskedPage) => Promise<unknown>;
};

/** Pages that failed: one fault, until each was rendered again. */
export class FailingPages {
  readonly #deps: Deps;
  readonly #pages = new Map<string, AskedPage>();
  #isReported = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  fail(page: AskedPage): void {
    if (this.#pages.size < MAX_FAILING) this.#pages.set(page.key, page);
    // Further requests do not delay the retry.
    if (!this.#isReported) this.#report();
  }

  succeed({ key }: AskedPage): void {
    if (!this.#pages.delete(key) || this.#pages.size > 0) return;
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
    for (const [key, page] of this.#pages) {
      // Logged where it failed.
      await render(page).catch(() => {});
      if (!this.#pages.has(key)) continue;
      this.#report(cause);
      return;
    }
  }
}
