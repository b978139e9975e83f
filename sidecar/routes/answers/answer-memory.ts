import type { PreparedAnswer } from './prepared-answer.ts';

/** Some ten thousand searches, or the largest slices of ten thousand reviews in every coding. */
export const ANSWER_MEMORY_BYTES = 32 * 1024 * 1024;

type Entry = { readonly answer: PreparedAnswer; readonly bytes: number };

/** The answers of one release that were asked for last, within a bound in bytes. */
export class AnswerMemory {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes = ANSWER_MEMORY_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): PreparedAnswer | undefined {
    return this.#entries.get(key)?.answer;
  }

  /** Remembers an answer as the one used last, with what it holds by now; too large a one is not. */
  keep(key: string, answer: PreparedAnswer): void {
    const before = this.#entries.get(key);
    if (before) this.#forget(key, before);
    // Targets are ASCII.
    const bytes = answer.bytes + key.length;
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { answer, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest, entry);
    }
  }

  #forget(key: string, { bytes }: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= bytes;
  }
}
