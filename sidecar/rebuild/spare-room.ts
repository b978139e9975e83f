/** Smaller room is made when it is needed, in less than a millisecond. */
const MIN_PREPARED_BYTES = 4 * 1024 * 1024;
/** The next body is rarely larger than this times the last. */
const GROWTH = 1.02;

/**
 * Room for one large body, made before it is needed: the system hands out memory page by page as it
 * is first written, and the collector may want to look around first, which takes longer than
 * filling it. Room is used once; the collector takes it when the last reader is done.
 */
export class SpareRoom {
  #spare: Uint8Array<ArrayBuffer> | undefined;

  /** Room of exactly this length, for good. */
  take(length: number): Uint8Array<ArrayBuffer> {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare && spare.length >= length ? spare.subarray(0, length) : new Uint8Array(length);
  }

  /** Makes room for a body of about this length. */
  prepare(length: number): void {
    if (length < MIN_PREPARED_BYTES || this.#spare) return;
    // Written to once, so that the system has handed out all of it.
    this.#spare = new Uint8Array(Math.ceil(length * GROWTH)).fill(1);
  }
}
