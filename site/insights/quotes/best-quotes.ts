import { placeFor, type Tally } from '#dataset/edits/list-edit.ts';
import { compareReviews, type Review } from '#dataset/review.ts';
import type { Mention } from '../mention.ts';

/** A mention that may be quoted. */
export type Candidate = {
  readonly review: Review;
  readonly mention: Mention;
  /** What is asked first: 0 of what editors want quoted, or what names the thing it is quoted for. */
  readonly order: number;
  /** How surely it is praise or blame, less where the stars say otherwise, from 0 to 1. */
  readonly sureness: number;
};

/** How many of the surest are read closely. */
export const READ_CLOSELY = 60;

/** How many are kept; others are looked for only when too many of these were removed. */
const RESERVE = 200;

/** Maximum of one review, so that a long one does not fill the reserve. */
const MOST_OF_ONE = 3;

/** The surest candidates out of reviews that are added and removed. */
export class BestQuotes implements Tally<Review> {
  readonly #candidatesIn: (review: Review) => readonly Candidate[];
  /** The surest candidates, the surest first. */
  #reserve: Candidate[] = [];
  #holdsAll = true;
  /** The first of them, until something changes. */
  #surest: readonly Candidate[] | undefined;

  constructor(candidatesIn: (review: Review) => readonly Candidate[]) {
    this.#candidatesIn = candidatesIn;
  }

  add(review: Review): void {
    const candidates = this.#candidatesIn(review).toSorted(compareCandidates);
    for (const candidate of candidates.slice(0, MOST_OF_ONE)) this.#add(candidate);
  }

  remove(review: Review): void {
    if (!this.#reserve.some((candidate) => candidate.review === review)) return;
    this.#surest = undefined;
    this.#reserve = this.#reserve.filter((candidate) => candidate.review !== review);
  }

  /** The surest first, the same list until something changes. `reviews`: all that are counted now. */
  surest(reviews: readonly Review[]): readonly Candidate[] {
    if (this.#reserve.length < READ_CLOSELY && !this.#holdsAll) {
      this.#reserve = [];
      this.#holdsAll = true;
      this.#surest = undefined;
      for (const review of reviews) this.add(review);
    }
    this.#surest ??= this.#reserve.slice(0, READ_CLOSELY);
    return this.#surest;
  }

  #add(candidate: Candidate): void {
    const last = this.#reserve.at(-1);
    // Worse than all that are known, it may be worse than some that are not.
    if (!this.#holdsAll && (!last || compareCandidates(last, candidate) < 0)) return;
    const place = placeFor(this.#reserve, candidate, compareCandidates);
    if (place < READ_CLOSELY) this.#surest = undefined;
    this.#reserve.splice(place, 0, candidate);
    if (this.#reserve.length <= RESERVE) return;
    this.#reserve.pop();
    this.#holdsAll = false;
  }
}

/** By their order, then the surest, the newest, by id, and as they stand in the text. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.order - b.order ||
    b.sureness - a.sureness ||
    compareReviews(a.review, b.review) ||
    a.mention.start - b.mention.start
  );
}
