/** Ratings added up. */
export class RatingSum {
  #count = 0;
  // Half stars are counted, so that the sum is an integer and no binary fraction creeps in.
  #halfStars = 0;

  add(ratingValue: number): void {
    this.#count++;
    this.#halfStars += ratingValue * 2;
  }

  remove(ratingValue: number): void {
    this.#count--;
    this.#halfStars -= ratingValue * 2;
  }

  get count(): number {
    return this.#count;
  }

  /** The mean, rounded half up to two decimals, or null of no ratings. */
  get mean(): number | null {
    if (this.#count === 0) return null;
    return Math.floor((this.#halfStars * 100 + this.#count) / (2 * this.#count)) / 100;
  }
}
