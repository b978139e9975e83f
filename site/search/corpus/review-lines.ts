import { hash } from 'node:crypto';
import { dateOfLastChange, type Review } from '#dataset/review.ts';
import { joinPieces, type Pieces } from './pieces.ts';

/** The bytes between two reviews of reviews.json. */
export const SEPARATOR = Buffer.from(',\n');
/** The bytes behind the last one. */
export const CLOSE = Buffer.from('\n]}\n');

/**
 * The serialised reviews of reviews.json, newest first: each is on a line of its own behind the first line.
 * The bytes of a release are checked against their ETags where they are read.
 */
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

/** The review of a line. */
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

/** The facts of a serialised review that answers need without looking at it again. */
export type ReviewRecord = {
  readonly id: string;
  /** When it was published. */
  readonly date: string;
  readonly dateOfLastChange: string;
  /** The rating, in half stars. */
  readonly halfStars: number;
  /** The number of its bytes. */
  readonly length: number;
  /** Their SHA-256, a character a byte: no other form is as fast to make and join. */
  readonly digest: string;
};

/** The record of a review, from its line of reviews.json. */
export function recordOf(review: Review, line: Uint8Array): ReviewRecord {
  return {
    id: review.id,
    date: review.datePublished,
    dateOfLastChange: dateOfLastChange(review),
    halfStars: review.reviewRating.ratingValue * 2,
    length: line.length,
    digest: hash('sha256', line, 'latin1'),
  };
}
