import type { Review } from '#dataset/review.ts';
import { firstWhere } from '#search/binary-search.ts';
import { type DatePrefix, datePrefixesOf } from './date-prefixes.ts';
import { joinPieces, type Pieces, slicePieces } from './pieces.ts';
import { parseReview, readReviewLines, SEPARATOR } from './review-lines.ts';
import { hashOfId, type ReviewRecord, recordOf } from './review-record.ts';

/**
 * The published reviews as serialised JSON, newest first, with an index of where each begins and
 * ends. An answer is a slice of these bytes: no review is serialised twice.
 *
 * It is of reviews.json alone, which holds one review a line, so that what is searched can
 * never differ from what is published. It is plain data and may cross to another thread.
 */
export type Corpus = {
  /** reviews.json, whole. */
  readonly body: Pieces;
  readonly count: number;
  /** Byte offsets of each review, and of where another one would begin. */
  readonly starts: Float64Array<ArrayBuffer>;
  /** A summary for each date on which reviews were published, newest first. */
  readonly datePrefixes: readonly DatePrefix[];
  /** The rating of each review, in half stars: 2 to 10. */
  readonly halfStars: Uint8Array<ArrayBuffer>;
  /** A hash of the id of each review (see `positionOf`). */
  readonly idHashes: Uint32Array<ArrayBuffer>;
};

/** The reviews without what is asked about them. */
export type Serialised = Pick<Corpus, 'body' | 'starts'>;

/**
 * Reads the corpus out of reviews.json and hands every review to `visit`, newest first.
 * Throws where the bytes are not a reviews.json with one review a line.
 */
export function readCorpus(
  body: Pieces,
  visit: (review: Review, position: number) => void = () => {},
): Corpus {
  const { first, lines } = readReviewLines(body);
  const records = lines.map((line, position) => {
    const review = parseReview(line);
    visit(review, position);
    return recordOf(review, line);
  });
  return createCorpus(body, first, records);
}

/** The corpus of a reviews.json with these records, of which the first begins at an offset. */
export function createCorpus(
  body: Pieces,
  first: number,
  records: readonly ReviewRecord[],
): Corpus {
  const starts = new Float64Array(records.length + 1);
  starts[0] = first;
  for (const [position, { length }] of records.entries()) {
    starts[position + 1] = (starts[position] ?? 0) + length + SEPARATOR.length;
  }
  return {
    body,
    count: records.length,
    starts,
    datePrefixes: datePrefixesOf(records),
    halfStars: Uint8Array.from(records, ({ halfStars }) => halfStars),
    idHashes: Uint32Array.from(records, ({ idHash }) => idHash),
  };
}

/** The serialised review at a position, as published. */
export function reviewBytes(corpus: Serialised, position: number): Buffer {
  return joinPieces(sliceOf(corpus, position, position + 1));
}

/** The same as text. */
export function reviewText(corpus: Serialised, position: number): string {
  return reviewBytes(corpus, position).toString('utf8');
}

/** Consecutive serialised reviews with commas between: the inside of a JSON array. */
export function sliceOf({ body, starts }: Serialised, from: number, to: number): Pieces {
  if (to <= from) return [];
  return slicePieces(body, starts[from] ?? 0, (starts[to] ?? 0) - SEPARATOR.length);
}

/** The position of the review with an id, or undefined where there is none. */
export function positionOf(corpus: Corpus, id: string): number | undefined {
  const hash = hashOfId(id);
  let position = corpus.idHashes.indexOf(hash);
  // Two ids may have one hash.
  while (position >= 0 && idAt(corpus, position) !== id) {
    position = corpus.idHashes.indexOf(hash, position + 1);
  }
  return position < 0 ? undefined : position;
}

/** The date of the review at a position. */
export function dateAt({ datePrefixes }: Corpus, position: number): string {
  const isBehind = (prefix: number) => (datePrefixes[prefix]?.count ?? 0) > position;
  return datePrefixes[firstWhere(0, datePrefixes.length, isBehind)]?.date ?? '';
}

/** The id of the review at a position. */
export function idAt(corpus: Serialised, position: number): string {
  return idOfLine(reviewBytes(corpus, position));
}

// An id holds no quotation mark, and no member before it a text of somebody else's.
const ID = /^\{"@type":"Review","@id":"[^"]*","id":"([^"]*)"/;
/** Enough for the members up to the id, however long the origin is. */
const HEAD_BYTES = 1024;

/** The id of a serialised review. */
export function idOfLine(line: Buffer): string {
  return ID.exec(line.toString('latin1', 0, HEAD_BYTES))?.[1] ?? '';
}
