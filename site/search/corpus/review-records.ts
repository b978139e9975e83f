import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { dateOfLastChange, type Review } from '#dataset/review.ts';
import { joinPieces, type Pieces, shareBytes } from './pieces.ts';

/** The bytes between two reviews of reviews.json. */
export const SEPARATOR = Buffer.from(',\n');
/** The bytes after the last one. */
const CLOSE = Buffer.from('\n]}\n');

/** The facts of a serialized review that answers need without looking at it again. */
export type ReviewRecord = {
  readonly id: string;
  /** The date of publication. */
  readonly date: string;
  readonly dateOfLastChange: string;
  /** The rating, in half stars. */
  readonly halfStars: number;
  /** The number of its bytes. */
  readonly length: number;
  /** Their SHA-256, one character per byte, the fastest form to make and join. */
  readonly digest: string;
};

/** The record of a review, from its line of reviews.json. */
function recordOf(review: Review, line: Uint8Array): ReviewRecord {
  return {
    id: review.id,
    date: review.datePublished,
    dateOfLastChange: dateOfLastChange(review),
    halfStars: review.reviewRating.ratingValue * 2,
    length: line.length,
    digest: hash('sha256', line, 'latin1'),
  };
}

/** The serialized reviews of reviews.json, newest first: one per line after the first line. */
export function readReviewLines(body: Pieces): readonly Buffer[] {
  const bytes = joinPieces(body);
  const close = bytes.length - CLOSE.length;
  const lines: Buffer[] = [];
  for (let at = bytes.indexOf('\n') + 1; at < close; ) {
    const next = bytes.indexOf(SEPARATOR, at);
    const end = next < 0 ? close : next;
    lines.push(bytes.subarray(at, end));
    at = end + SEPARATOR.length;
  }
  return lines;
}

/** Parses the review on a line. */
export function parseReview(line: Buffer): Review {
  return parsePublished(line.toString());
}

/**
 * The bytes of a release were rendered by this program and checked against their ETags. Validating them
 * again would take twenty times as long as parsing, and reorder members.
 */
export function parsePublished<Document>(json: string): Document {
  return JSON.parse(json);
}

/**
 * Adjacent reviews of reviews.json. Their ids alone decide where a block begins: if a review is
 * added, changed or removed, the other blocks stay the same, and releases and threads share them.
 */
export type RecordBlock = {
  readonly reviews: readonly Review[];
  readonly records: readonly ReviewRecord[];
  /** The serialized reviews, each with the separator after it, in shared memory. */
  readonly bytes: Uint8Array;
};

/** The average number of reviews of a block. */
const REVIEWS_OF_BLOCK = 64;

/**
 * Renders the blocks of published reviews, newest first. A block of `earlier` is reused if its
 * reviews are the same objects, and its records and memory if the bytes are the same.
 */
export function renderBlocks(
  reviews: readonly Review[],
  earlier: readonly RecordBlock[],
): readonly RecordBlock[] {
  const known = new Map(earlier.map((block) => [block.records[0]?.id, block]));
  return cut(reviews).map((group) => {
    const before = known.get(group[0]?.id);
    const isSame =
      before?.reviews.length === group.length &&
      group.every((review, index) => review === before.reviews[index]);
    return isSame ? before : renderBlock(group, before);
  });
}

function cut(reviews: readonly Review[]): Review[][] {
  const groups: Review[][] = [];
  for (const review of reviews) {
    const group = groups.at(-1);
    if (group && crc32(review.id) % REVIEWS_OF_BLOCK !== 0) group.push(review);
    else groups.push([review]);
  }
  return groups;
}

function renderBlock(reviews: readonly Review[], before: RecordBlock | undefined): RecordBlock {
  const lines = reviews.map((review) => ({ review, line: Buffer.from(JSON.stringify(review)) }));
  const joined = Buffer.concat(lines.flatMap(({ line }) => [line, SEPARATOR]));
  if (before && joined.equals(before.bytes)) return { ...before, reviews };
  const records = lines.map(({ review, line }) => recordOf(review, line));
  return { reviews, records, bytes: shareBytes(joined) };
}

/** reviews.json in parts: its beginning, the first line, and the reviews. */
export type ReviewsParts = {
  readonly head: Uint8Array;
  readonly blocks: readonly RecordBlock[];
};

/** The pieces of reviews.json. The end follows the last review in place of a separator. */
export function joinParts({ head, blocks }: ReviewsParts): Pieces {
  const pieces = blocks.map(({ bytes }) => bytes);
  const last = pieces.pop();
  return last ? [head, ...pieces, last.subarray(0, -SEPARATOR.length), CLOSE] : [head];
}

/**
 * Reads the parts from the bytes that `joinParts` makes, with the reviews of all blocks. Blocks
 * share the memory of the body: for blocks that threads share, give it in shared memory.
 */
export function readParts(body: Pieces): ReviewsParts & { readonly reviews: readonly Review[] } {
  const bytes = joinPieces(body);
  const lines = readReviewLines([bytes]);
  const reviews = lines.map(parseReview);
  const memory = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = bytes.indexOf('\n') + 1;
  let [from, count] = [start, 0];
  const blocks = cut(reviews).map((group): RecordBlock => {
    const own = lines.slice(count, count + group.length);
    const records = group.map((review, at) => recordOf(review, own[at] ?? bytes));
    count += group.length;
    const at = from;
    from += records.reduce((sum, { length }) => sum + length + SEPARATOR.length, 0);
    // The last separator is replaced by the end of the body.
    const isLast = count === lines.length;
    const joined = isLast && Buffer.concat(own.flatMap((line) => [line, SEPARATOR]));
    const block = joined ? shareBytes(joined) : memory.subarray(at, from);
    return { reviews: group, records, bytes: block };
  });
  return { head: lines.length === 0 ? memory : memory.subarray(0, start), blocks, reviews };
}
