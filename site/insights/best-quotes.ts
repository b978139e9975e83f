import { placeFor } from '#dataset/lists/sorted-list.ts';
import type { Tally } from '#dataset/lists/tally-keeper.ts';
import { compareReviews, type Review } from '#dataset/review.ts';
import type { Mention } from './mention.ts';

/** A mention that may be quoted. */
export type Candidate = {
  readonly review: Review;
  readonly mention: Mention;
  /** Whether the quote itself names what it is quoted for. */
  readonly isNaming: boolean;
};

/** So many of the best are known; others are looked for only when too many of these are gone. */
const RESERVE = 200;

/** The best quotes, one a review, out of reviews that come and go. */
export class BestQuotes implements Tally<Review> {
  readonly #candidateIn: (review: Review) => Candidate | undefined;
  /** The best candidates, best first. */
  #reserve: Candidate[] = [];
  #holdsAll = true;

  constructor(candidateIn: (review: Review) => Candidate | undefined) {
    this.#candidateIn = candidateIn;
  }

  add(review: Review): void {
    const candidate = this.#candidateIn(review);
    if (!candidate) return;
    const last = this.#reserve.at(-1);
    // Worse than all that are known, it may be worse than some that are not.
    if (!this.#holdsAll && (!last || compareCandidates(last, candidate) < 0)) return;
    this.#reserve.splice(placeFor(this.#reserve, candidate, compareCandidates), 0, candidate);
    if (this.#reserve.length <= RESERVE) return;
    this.#reserve.pop();
    this.#holdsAll = false;
  }

  remove(review: Review): void {
    const place = this.#reserve.findIndex((candidate) => candidate.review === review);
    if (place >= 0) this.#reserve.splice(place, 1);
  }

  /** At most so many, best first. `reviews` are all that were added and not removed. */
  best(count: number, reviews: readonly Review[]): readonly Candidate[] {
    if (this.#reserve.length < count && !this.#holdsAll) {
      this.#reserve = [];
      this.#holdsAll = true;
      for (const review of reviews) this.add(review);
    }
    return this.#reserve.slice(0, count);
  }
}

/** Naming ones first, then the most confident, the newest, by id, and as they stand in the text. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.isNaming !== b.isNaming) return a.isNaming ? -1 : 1;
  if (a.mention.confidence !== b.mention.confidence) {
    return b.mention.confidence - a.mention.confidence;
  }
  return compareReviews(a.review, b.review) || a.mention.start - b.mention.start;
}
