import type { Tally } from '#dataset/lists/tally-keeper.ts';
import { RatingSum } from '#dataset/rating-sum.ts';
import type { Review } from '#dataset/review.ts';
import { BalancedQuotes } from '../balanced-quotes.ts';
import type { InsightsDocument } from '../insights-document.ts';
import { quarterOf } from '../quarter-of.ts';
import { sampleSizeOf } from '../sample-size.ts';
import { SentimentCounts } from '../sentiment-counts.ts';
import { SentimentsByKey } from '../sentiments-by-key.ts';
import { trendOf } from '../trend.ts';

/** What is told of a topic besides its name. */
export type TopicFigures = Pick<
  InsightsDocument['topics'][number],
  'reviewCount' | 'averageRating' | 'sampleSize' | 'score' | 'trend' | 'quotes'
>;

const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** What is told of one topic, while reviews that are about it come and go. */
export class TopicTally implements Tally<Review> {
  readonly #ratings = new RatingSum();
  readonly #sentiments = new SentimentCounts();
  readonly #quarters = new SentimentsByKey();
  readonly #quotes: BalancedQuotes;

  constructor(isAbout: (quote: string, review: Review) => boolean) {
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: ({ quote }, review) => isAbout(quote, review),
      isNaming: () => false,
    });
  }

  add(review: Review): void {
    this.#ratings.add(review.reviewRating.ratingValue);
    this.#change(review, 1);
    this.#quotes.add(review);
  }

  remove(review: Review): void {
    this.#ratings.remove(review.reviewRating.ratingValue);
    this.#change(review, -1);
    this.#quotes.remove(review);
  }

  /** All figures. `reviews` are all published ones; those that were added are among them. */
  figures(reviews: readonly Review[]): TopicFigures {
    return {
      reviewCount: this.#ratings.count,
      averageRating: this.#ratings.mean,
      sampleSize: sampleSizeOf(this.#ratings.count),
      score: this.#sentiments.score,
      trend: trendOf(this.#quarters),
      quotes: this.#quotes.quotes(reviews),
    };
  }

  #change({ sentiment, datePublished }: Review, by: 1 | -1): void {
    if (!sentiment) return;
    this.#sentiments.change(sentiment.label, by);
    this.#quarters.change(quarterOf(datePublished), sentiment.label, by);
  }
}
