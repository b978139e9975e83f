import { describeError } from '../describe-error.ts';
import type { Supervisor } from '../supervisor.ts';

/** So many pages that failed are rendered again by themselves; others when somebody asks. */
export const MAX_FAILING = 100;

const WHAT = 'a page';

type Parts = {
  readonly supervisor: Supervisor;
  /** Does away with a cause that lies outside the pages, where there is one. */
  readonly mend: () => Promise<void>;
  /** Renders a page for nobody; `succeed` or `fail` is told of it meanwhile. */
  readonly render: (path: string) => Promise<unknown>;
};

/** The pages that could not be rendered: one fault, until each of them was rendered again. */
export class FailingPages {
  readonly #parts: Parts;
  readonly #paths = new Set<string>();
  #isTold = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  fail(path: string): void {
    if (this.#paths.size < MAX_FAILING) this.#paths.add(path);
    // Whoever asks for it again and again does not put off when it is tried.
    if (!this.#isTold) this.#tell();
  }

  succeed(path: string): void {
    if (!this.#paths.delete(path) || this.#paths.size > 0) return;
    this.#isTold = false;
    this.#parts.supervisor.recover(WHAT);
  }

  #tell(cause?: string): void {
    this.#isTold = true;
    const reason = 'it cannot be rendered';
    this.#parts.supervisor.fail(
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
    const { mend, render } = this.#parts;
    let cause: string | undefined;
    await mend().catch((error: unknown) => {
      cause = describeError(error);
    });
    for (const path of this.#paths) {
      // It was logged where it failed.
      await render(path).catch(() => {});
      if (!this.#paths.has(path)) continue;
      this.#tell(cause);
      return;
    }
  }
}
