import { type AggregateRating, RatingTally } from './aggregate-rating.ts';
import { Counts } from './counts.ts';
import type { Tally } from './list-edit.ts';
import { dateOfLastChange, newestOf, type Review } from './review.ts';

/** What is told of all published reviews together, while they come and go. */
export class PublishedTally implements Tally<Review> {
  readonly #ratings = new RatingTally();
  readonly #changes = new Counts<string>();

  add(review: Review): void {
    this.#ratings.add(review);
    this.#changes.add(dateOfLastChange(review));
  }

  remove(review: Review): void {
    this.#ratings.remove(review);
    this.#changes.remove(dateOfLastChange(review));
  }

  aggregateRating(): AggregateRating {
    return this.#ratings.aggregate();
  }

  /** The newest change that a review states, or "" of none. */
  get dateLastChanged(): string {
    return newestOf(this.#changes.keys());
  }
}
