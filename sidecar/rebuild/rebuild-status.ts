import type { FailureCode } from './messages.ts';

/** Why the last rebuild failed: nothing of what is unpublished. */
export type LastError = {
  readonly code: FailureCode;
  /** When it failed, as an instant (RFC 3339). */
  readonly time: string;
  /** How many errors there are. */
  readonly count: number;
};

/** How the rebuild stands, for /healthz. */
export class RebuildStatus {
  readonly #now: () => Date;
  #dataError: LastError | undefined;
  #pagesError: LastError | undefined;
  #isRebuilding = false;

  constructor(now = () => new Date()) {
    this.#now = now;
  }

  /** Why the content is not what is served, or else why the pages are not. */
  get lastError(): LastError | null {
    return this.#dataError ?? this.#pagesError ?? null;
  }

  get isRebuilding(): boolean {
    return this.#isRebuilding;
  }

  start(): void {
    this.#isRebuilding = true;
  }

  fail(code: FailureCode, count: number): void {
    const error = { code, time: this.#now().toISOString(), count };
    if (code === 'PAGES_FAILED') {
      this.#pagesError = error;
      return;
    }
    this.#dataError = error;
    this.#isRebuilding = false;
  }

  /** What is served is what the content says. */
  succeed(): void {
    this.#dataError = undefined;
    this.#isRebuilding = false;
  }

  pagesFollowed(): void {
    this.#pagesError = undefined;
  }
}
