import { createHash } from 'node:crypto';
import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { joinPieces, lengthOf, type Pieces, slicePieces } from './pieces.ts';
import {
  CLOSE,
  parseReview,
  type ReviewRecord,
  readReviewLines,
  recordOf,
  SEPARATOR,
} from './review-lines.ts';

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
  readonly ids: readonly string[];
  /** Byte offsets of each review, and of where another one would begin. */
  readonly starts: Float64Array<ArrayBuffer>;
  /** A summary for each date on which reviews were published, newest first. */
  readonly datePrefixes: readonly DatePrefix[];
  /** The rating of each review, in half stars: 2 to 10. */
  readonly halfStars: Uint8Array<ArrayBuffer>;
};

/** Summary of all reviews on or after a date. */
type DatePrefix = {
  readonly date: string;
  /** The number of these reviews. */
  readonly count: number;
  /** SHA-256 over their digests: a running hash from the newest on. */
  readonly digest: string;
  /** Their newest change. */
  readonly dateModified: string;
};

/** The reviews without what is asked about them. */
export type Serialised = Pick<Corpus, 'body' | 'starts'>;

/** Reads the corpus out of reviews.json and hands every review to `visit`, newest first. */
export function readCorpus(body: Pieces, visit: (review: Review) => void = () => {}): Corpus {
  const records = readReviewLines(body).map((line) => {
    const review = parseReview(line);
    visit(review);
    return recordOf(review, line);
  });
  return createCorpus(body, records);
}

/** The corpus of a reviews.json with these records. */
export function createCorpus(body: Pieces, records: readonly ReviewRecord[]): Corpus {
  const count = records.length;
  const starts = new Float64Array(count + 1);
  // Backwards from the end, which stands behind the last review in the place of a separator.
  let start = lengthOf(body) - CLOSE.length + SEPARATOR.length;
  starts[count] = start;
  for (const [back, { length }] of records.toReversed().entries()) {
    start -= length + SEPARATOR.length;
    starts[count - 1 - back] = start;
  }
  return {
    body,
    count,
    ids: records.map(({ id }) => id),
    starts,
    datePrefixes: datePrefixesOf(records),
    halfStars: Uint8Array.from(records, ({ halfStars }) => halfStars),
  };
}

function datePrefixesOf(records: readonly ReviewRecord[]): DatePrefix[] {
  const prefixes: DatePrefix[] = [];
  const running = createHash('sha256');
  let dateModified = '';
  let digests = '';
  for (const [index, { date, dateOfLastChange, digest }] of records.entries()) {
    if (dateOfLastChange > dateModified) dateModified = dateOfLastChange;
    digests += digest;
    const count = index + 1;
    if (records[count]?.date === date) continue;
    running.update(digests, 'latin1');
    prefixes.push({ date, count, digest: running.copy().digest('base64url'), dateModified });
    digests = '';
  }
  return prefixes;
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

const positionsOf = memoize(({ ids }: Corpus) => new Map(ids.map((id, at) => [id, at])));

/** The position of the review with an id, or undefined where there is none. */
export function positionOf(corpus: Corpus, id: string): number | undefined {
  return positionsOf(corpus).get(id);
}

/** The date of the review at a position. */
export function dateAt({ datePrefixes }: Corpus, position: number): string {
  return datePrefixes.find(({ count }) => count > position)?.date ?? '';
}

/** The id of the review at a position. */
export function idAt({ ids }: Corpus, position: number): string {
  return ids[position] ?? '';
}
