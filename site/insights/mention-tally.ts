import type { Tally } from '#dataset/lists/tally-keeper.ts';
import { RatingSum } from '#dataset/rating-sum.ts';
import type { Review } from '#dataset/review.ts';

/** What is told of all reviews that mention one thing. */
type Mentions = {
  readonly ratings: RatingSum;
  /** The newest date; undefined where it has to be looked for. */
  last: string | undefined;
};

/** Who or what is mentioned by reviews that come and go, name by name. */
export class MentionTally implements Tally<Review> {
  readonly #namesIn: (review: Review) => readonly string[];
  readonly #mentions = new Map<string, Mentions>();

  constructor(namesIn: (review: Review) => readonly string[]) {
    this.#namesIn = namesIn;
  }

  add(review: Review): void {
    const { datePublished, reviewRating } = review;
    for (const name of this.#eachIn(review)) {
      const known = this.#mentions.get(name);
      const mentions = known ?? { ratings: new RatingSum(), last: datePublished };
      if (!known) this.#mentions.set(name, mentions);
      mentions.ratings.add(reviewRating.ratingValue);
      if (mentions.last !== undefined && datePublished > mentions.last) {
        mentions.last = datePublished;
      }
    }
  }

  remove(review: Review): void {
    for (const name of this.#eachIn(review)) {
      const mentions = this.#mentions.get(name);
      if (!mentions) continue;
      mentions.ratings.remove(review.reviewRating.ratingValue);
      if (mentions.last === review.datePublished) mentions.last = undefined;
    }
  }

  /** The figures of a name. `reviews` are all that were added and not removed, newest first. */
  figuresOf(name: string, reviews: readonly Review[]) {
    const mentions = this.#mentions.get(name);
    if (!mentions || mentions.ratings.count === 0) return NEVER_MENTIONED;
    mentions.last ??= reviews.find((review) => this.#namesIn(review).includes(name))?.datePublished;
    return {
      reviewCount: mentions.ratings.count,
      averageRating: mentions.ratings.mean,
      lastMentioned: mentions.last ?? null,
    };
  }

  /** Whoever is named twice in a review is counted once. */
  #eachIn(review: Review): readonly string[] {
    const names = this.#namesIn(review);
    return names.length > 1 ? [...new Set(names)] : names;
  }
}

const NEVER_MENTIONED = { reviewCount: 0, averageRating: null, lastMentioned: null };
