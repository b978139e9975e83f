import { joinPieces, type Pieces, slicePieces } from './pieces.ts';
import { readReviewLines } from './review-lines.ts';

/** The part of reviews.json that is written again when one review changes. */
const BLOCK_BYTES = 128 * 1024;

/** A comma and a line feed stand between two reviews. */
const SEPARATOR = Buffer.from(',\n');

/**
 * Gathers the lines of reviews.json in blocks, the pieces of its body between the text before the
 * reviews and the text after them. All blocks but the first begin with a separator.
 *
 * Blocks are memory that threads share. Their collectors do not count such memory, so only few of it
 * may become garbage: an edit makes a block or two, beside much more that is counted.
 */
export class ReviewBlocks {
  readonly #blocks: Uint8Array[] = [];
  #lines: Uint8Array[] = [];
  #bytes = 0;

  /** Adds a serialised review behind the others. */
  add(line: Uint8Array): void {
    this.#lines.push(line);
    this.#bytes += line.length + SEPARATOR.length;
    if (this.#bytes >= 2 * BLOCK_BYTES) this.#close(BLOCK_BYTES);
  }

  /**
   * Whether the block behind the last review can be taken as it is: if the lines before it are too few
   * for a block of their own, they are better joined with its lines.
   */
  get canTakeBlock(): boolean {
    return this.#bytes === 0 || this.#bytes >= BLOCK_BYTES / 4;
  }

  /** Whether nothing was added yet. */
  get isEmpty(): boolean {
    return this.#blocks.length === 0 && this.#bytes === 0;
  }

  /** Adds a whole block behind the others, as it is. */
  take(block: Uint8Array): void {
    this.#close(Number.POSITIVE_INFINITY);
    this.#blocks.push(block);
  }

  /** All blocks. */
  finish(): readonly Uint8Array[] {
    this.#close(Number.POSITIVE_INFINITY);
    return this.#blocks;
  }

  /** Makes a block of at most `most` bytes of the lines that wait. */
  #close(most: number): void {
    if (this.#lines.length === 0) return;
    let bytes = this.#blocks.length > 0 ? 0 : -SEPARATOR.length;
    let count = 0;
    for (const { length } of this.#lines) {
      if (bytes >= most) break;
      bytes += length + SEPARATOR.length;
      count++;
    }
    const block = new Uint8Array(new SharedArrayBuffer(bytes));
    let at = 0;
    for (const line of this.#lines.slice(0, count)) {
      if (at > 0 || this.#blocks.length > 0) {
        block.set(SEPARATOR, at);
        at += SEPARATOR.length;
      }
      block.set(line, at);
      at += line.length;
    }
    this.#blocks.push(block);
    this.#lines = this.#lines.slice(count);
    this.#bytes = this.#lines.reduce((sum, { length }) => sum + length + SEPARATOR.length, 0);
  }
}

/** Cuts a reviews.json as this program lays it out. Throws if it has not one review a line. */
export function cutIntoBlocks(body: Pieces): Pieces {
  const blocks = new ReviewBlocks();
  const starts = readReviewLines(body, (line) => blocks.add(line));
  const [first] = starts;
  const end = starts.at(-1);
  if (starts.length === 1 || first === undefined || end === undefined) return body;
  const before = joinPieces(slicePieces(body, 0, first));
  const after = joinPieces(slicePieces(body, end - SEPARATOR.length, Number.POSITIVE_INFINITY));
  // Copies: views would hold on to the whole file.
  return [new Uint8Array(before), ...blocks.finish(), new Uint8Array(after)];
}
