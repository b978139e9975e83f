import { hash } from 'node:crypto';
import { dateOfLastChange, type Review } from '#dataset/review.ts';

/** The facts of a serialised review that answers need without looking at it again. */
export type ReviewRecord = Pick<Review, 'id' | 'datePublished'> & {
  readonly dateOfLastChange: string;
  /** The rating, in half stars. */
  readonly halfStars: number;
  readonly idHash: number;
  /** The number of its bytes. */
  readonly length: number;
  /** Their SHA-256, a character a byte: no other form is as fast to make and join. */
  readonly digest: string;
};

/** The record of a review, from its line of reviews.json. */
export function recordOf(review: Review, line: Uint8Array): ReviewRecord {
  const { id, datePublished, reviewRating } = review;
  return {
    id,
    datePublished,
    dateOfLastChange: dateOfLastChange(review),
    halfStars: reviewRating.ratingValue * 2,
    idHash: hashOfId(id),
    length: line.length,
    digest: hash('sha256', line, 'latin1'),
  };
}

/** FNV-1a of 32 bits: all reviews can be compared with an id without looking at them. */
export function hashOfId(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
