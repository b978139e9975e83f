import { Counts } from '#dataset/counts.ts';
import type { Tally } from '#dataset/lists/tally-keeper.ts';
import { RatingSum } from '#dataset/rating-sum.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import { BalancedQuotes } from './balanced-quotes.ts';
import type { EntityFigures } from './insights-document.ts';
import { SentimentCounts } from './sentiment-counts.ts';

const MAX_ASPECTS = 3;
const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** How reviews tell of somebody or something. */
export type Telling = {
  readonly isMentionedIn: (review: Review) => boolean;
  /** Whether a quote names it; those that praise and name are preferred. */
  readonly isNaming: (quote: string) => boolean;
  /** A clause that blames may be about anybody: of people only those that name them are quoted. */
  readonly isPerson: boolean;
};

/** What is told of one technician, service or place, while reviews that mention it come and go. */
export class EntityTally implements Tally<Review> {
  readonly #isMentionedIn: (review: Review) => boolean;
  readonly #ratings = new RatingSum();
  readonly #sentiments = new SentimentCounts();
  readonly #aspects = new Counts<string>();
  readonly #quotes: BalancedQuotes;
  /** The newest date; undefined where it has to be looked for. */
  #last: string | undefined;

  constructor({ isMentionedIn, isNaming, isPerson }: Telling) {
    this.#isMentionedIn = isMentionedIn;
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: ({ sentiment, quote }, review) =>
        isMentionedIn(review) && (!isPerson || sentiment !== 'negative' || isNaming(quote)),
      isNaming,
    });
  }

  add(review: Review): void {
    const { datePublished, reviewRating, sentiment } = review;
    if (this.#last !== undefined && datePublished > this.#last) this.#last = datePublished;
    this.#ratings.add(reviewRating.ratingValue);
    if (sentiment) this.#sentiments.change(sentiment.label, 1);
    for (const aspect of aspectsIn(review)) this.#aspects.add(aspect);
    this.#quotes.add(review);
  }

  remove(review: Review): void {
    const { datePublished, reviewRating, sentiment } = review;
    if (datePublished === this.#last) this.#last = undefined;
    this.#ratings.remove(reviewRating.ratingValue);
    if (sentiment) this.#sentiments.change(sentiment.label, -1);
    for (const aspect of aspectsIn(review)) this.#aspects.remove(aspect);
    this.#quotes.remove(review);
  }

  /**
   * All figures. `reviews` are all published ones, newest first: those that mention it are the ones
   * that were added and not removed.
   */
  figures(reviews: readonly Review[], aspects: readonly Aspect[]): EntityFigures {
    const { count, mean } = this.#ratings;
    if (count > 0) this.#last ??= reviews.find(this.#isMentionedIn)?.datePublished;
    return {
      reviewCount: count,
      analysedReviewCount: this.#sentiments.total,
      averageRating: mean,
      lastMentioned: this.#last ?? null,
      score: this.#sentiments.score,
      topAspects: this.#topAspects(aspects),
      quotes: this.#quotes.quotes(reviews),
    };
  }

  /** Sorting is stable: where counts are equal, the order of the editors stands. */
  #topAspects(aspects: readonly Aspect[]): string[] {
    return aspects
      .map(({ id }) => ({ id, count: this.#aspects.of(id) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_ASPECTS)
      .map(({ id }) => id);
  }
}

function aspectsIn({ aspects = [] }: Review): ReadonlySet<string> {
  return new Set(aspects.map(({ id }) => id));
}
