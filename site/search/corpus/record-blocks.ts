import type { Review } from '#dataset/review.ts';
import { type Corpus, createCorpus, idOfLine } from './corpus.ts';
import type { Pieces } from './pieces.ts';
import { CLOSE, parseReview, readReviewLines, SEPARATOR } from './review-lines.ts';
import { hashOfId, type ReviewRecord, recordOf } from './review-record.ts';

/**
 * Some reviews of reviews.json in a row. Their ids alone decide where a block begins: where a review is
 * added, changed or removed, the other blocks stay the same, and releases and threads share them.
 */
export type RecordBlock = {
  /** Those that were rendered; none of a block that was read. */
  readonly reviews: readonly Review[];
  readonly records: readonly ReviewRecord[];
  /** The serialised reviews, each with the separator behind it, in shared memory. */
  readonly bytes: Uint8Array;
};

/** How many reviews a block has on average. */
const REVIEWS_OF_BLOCK = 64;

/**
 * The blocks of published reviews, newest first. A block of `earlier` is taken as it is where its reviews
 * are the same objects, and its memory where the bytes are the same.
 */
export function renderBlocks(
  reviews: readonly Review[],
  earlier: readonly RecordBlock[],
): readonly RecordBlock[] {
  const known = new Map(earlier.map((block) => [block.records[0]?.id, block]));
  return cut(reviews).map((group) => {
    const before = known.get(group[0]?.id);
    if (before && isBlockOf(before, group)) return before;
    const lines = group.map((review) => ({ review, line: Buffer.from(JSON.stringify(review)) }));
    return { ...blockOf(lines, before?.bytes), reviews: group };
  });
}

function isBlockOf({ reviews }: RecordBlock, group: readonly Review[]): boolean {
  return reviews.length === group.length && reviews.every((one, index) => one === group[index]);
}

/** The blocks of a reviews.json that was read. Throws where it does not hold one review a line. */
export function readBlocks(body: Pieces): readonly RecordBlock[] {
  const lines = readReviewLines(body).lines.map((line) => ({ id: idOfLine(line), line }));
  return cut(lines).map((group) =>
    blockOf(group.map(({ line }) => ({ review: parseReview(line), line }))),
  );
}

function cut<Of extends Pick<Review, 'id'>>(reviews: readonly Of[]): Of[][] {
  const groups: Of[][] = [];
  for (const review of reviews) {
    const group = groups.at(-1);
    if (group && hashOfId(review.id) % REVIEWS_OF_BLOCK !== 0) group.push(review);
    else groups.push([review]);
  }
  return groups;
}

type Line = { readonly review: Review; readonly line: Buffer };

/** A block of some lines, in `known` memory where that has the same bytes. */
function blockOf(lines: readonly Line[], known?: Uint8Array): RecordBlock {
  const joined = Buffer.concat(lines.flatMap(({ line }) => [line, SEPARATOR]));
  const records = lines.map(({ review, line }) => recordOf(review, line));
  if (known && joined.equals(known)) return { reviews: [], records, bytes: known };
  const bytes = new Uint8Array(new SharedArrayBuffer(joined.length));
  bytes.set(joined);
  return { reviews: [], records, bytes };
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
  return createCorpus(joinParts(parts), parts.head.length, records);
}
