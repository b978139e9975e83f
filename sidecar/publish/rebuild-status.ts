import type { FailureCode } from './messages.ts';

/** Why the last rebuild failed; says nothing about unpublished content. */
export type LastError = {
  readonly code: FailureCode;
  /** When it failed, as an instant (RFC 3339). */
  readonly time: string;
  /** How many errors there are. */
  readonly count: number;
};

/** The state of the rebuild, for /healthz. */
export class RebuildStatus {
  readonly #now: () => Date;
  #lastError: LastError | undefined;
  #storageError: LastError | undefined;
  #isRebuilding = false;

  constructor(now = () => new Date()) {
    this.#now = now;
  }

  /** Why the content is not served, or what is served is not stored. */
  get lastError(): LastError | undefined {
    return this.#lastError ?? this.#storageError;
  }

  get isRebuilding(): boolean {
    return this.#isRebuilding;
  }

  start(): void {
    this.#isRebuilding = true;
  }

  fail(code: FailureCode, count: number): void {
    const error = { code, time: this.#now().toISOString(), count };
    if (code === 'STORAGE_FAILED') this.#storageError = error;
    else this.#lastError = error;
    this.#isRebuilding = false;
  }

  /** Nothing is owed to the store. */
  keep(): void {
    this.#storageError = undefined;
    this.#isRebuilding = false;
  }

  /** What is served is what the content says. */
  succeed(): void {
    this.#lastError = undefined;
    this.#isRebuilding = false;
  }
}
