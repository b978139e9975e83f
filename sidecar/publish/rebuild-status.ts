import type { FailureCode } from './messages.ts';

/** The reason why the last rebuild failed; reveals nothing about unpublished content. */
export type LastError = {
  readonly code: FailureCode;
  /** The time of the failure, as an instant (RFC 3339). */
  readonly time: string;
  /** The number of errors. */
  readonly count: number;
};

/** The state of the rebuild, for /healthz. */
export class RebuildStatus {
  readonly #now: () => Date;
  #lastError: LastError | undefined;
  #storageError: LastError | undefined;
  isRebuilding = false;

  constructor(now = () => new Date()) {
    this.#now = now;
  }

  /** The reason why the content is not served, or the served release is not stored. */
  get lastError(): LastError | undefined {
    return this.#lastError ?? this.#storageError;
  }

  fail(code: FailureCode, count: number): void {
    const error = { code, time: this.#now().toISOString(), count };
    if (code === 'STORAGE_FAILED') this.#storageError = error;
    else this.#lastError = error;
    this.isRebuilding = false;
  }

  /** Nothing is owed to the store. */
  keep(): void {
    this.#storageError = undefined;
  }

  /** The served release matches the content. */
  succeed(): void {
    this.#lastError = undefined;
    this.isRebuilding = false;
  }
}
