import { crc32 } from 'node:zlib';
import type { Review } from '#dataset/review.ts';
import { type Corpus, createCorpus } from './corpus.ts';
import type { Pieces } from './pieces.ts';
import {
  CLOSE,
  parseReview,
  type ReviewRecord,
  readReviewLines,
  recordOf,
  SEPARATOR,
} from './review-lines.ts';

/**
 * Some reviews of reviews.json in a row. Their ids alone decide where a block begins: where a review is
 * added, changed or removed, the other blocks stay the same, and releases and threads share them.
 */
export type RecordBlock = {
  readonly reviews: readonly Review[];
  readonly records: readonly ReviewRecord[];
  /** The serialised reviews, each with the separator behind it, in shared memory. */
  readonly bytes: Uint8Array;
};

/** How many reviews a block has on average. */
const REVIEWS_OF_BLOCK = 64;

/**
 * The blocks of published reviews, newest first. A block of `earlier` is taken as it is where its reviews
 * are the same objects, and its records and memory where the bytes are the same.
 */
export function renderBlocks(
  reviews: readonly Review[],
  earlier: readonly RecordBlock[],
): readonly RecordBlock[] {
  const known = new Map(earlier.map((block) => [block.records[0]?.id, block]));
  return cut(reviews).map((group) => {
    const before = known.get(group[0]?.id);
    return before && isBlockOf(before, group) ? before : renderBlock(group, before);
  });
}

function isBlockOf({ reviews }: RecordBlock, group: readonly Review[]): boolean {
  return reviews.length === group.length && reviews.every((one, index) => one === group[index]);
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
  const bytes = new Uint8Array(new SharedArrayBuffer(joined.length));
  bytes.set(joined);
  return { reviews, records: lines.map(({ review, line }) => recordOf(review, line)), bytes };
}

/** The one block of a reviews.json that was read, to compare its records: it holds no reviews and no bytes. */
export function readBlocks(body: Pieces): readonly RecordBlock[] {
  const records = readReviewLines(body).map((line) => recordOf(parseReview(line), line));
  return [{ reviews: [], records, bytes: new Uint8Array() }];
}

/** reviews.json in parts: its beginning, the first line, and the reviews. */
export type ReviewsParts = {
  readonly head: Uint8Array;
  readonly blocks: readonly RecordBlock[];
};

/** The pieces of reviews.json. The end stands behind the last review, in the place of a separator. */
export function joinParts({ head, blocks }: ReviewsParts): Pieces {
  const pieces = blocks.flatMap((block) =>
    block === blocks.at(-1) ? [block.bytes.subarray(0, -SEPARATOR.length), CLOSE] : [block.bytes],
  );
  return [head, ...pieces];
}

/** The corpus of a reviews.json that was rendered: what `readCorpus` reads out of its bytes. */
export function corpusOf(parts: ReviewsParts): Corpus {
  const records = parts.blocks.flatMap((block) => block.records);
  return createCorpus(joinParts(parts), records);
}
