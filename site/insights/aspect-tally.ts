import type { Tally } from '#dataset/lists/tally-keeper.ts';
import { RatingSum } from '#dataset/rating-sum.ts';
import type { Review } from '#dataset/review.ts';
import { BalancedQuotes } from './balanced-quotes.ts';
import type { AspectInsight } from './insights-document.ts';
import { quarterOf } from './quarter-of.ts';
import { sampleSizeOf } from './sample-size.ts';
import { type Sentiment, SentimentCounts } from './sentiment-counts.ts';
import { SentimentsByKey } from './sentiments-by-key.ts';
import { trendOf } from './trend.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** So many reviews hold a keyword, and so large a share of all that have a text. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_KEYWORDS = 10;
const MAX_QUOTES = { positive: 3, negative: 2 } as const;

/** What is told of one aspect, while reviews that mention it come and go. */
export class AspectTally implements Tally<Review> {
  readonly #aspect: string;
  readonly #termsIn: (text: string) => readonly string[];
  readonly #ratings = new RatingSum();
  readonly #mentions = new SentimentCounts();
  readonly #quarters = new SentimentsByKey();
  readonly #terms = new SentimentsByKey();
  readonly #quotes: BalancedQuotes;
  #mixedReviews = 0;
  #negativeReviews = 0;

  /** `termsIn` gives the distinct terms of the aspect that occur in a text. */
  constructor(aspect: string, termsIn: (text: string) => readonly string[]) {
    this.#aspect = aspect;
    this.#termsIn = termsIn;
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: ({ id }) => id === aspect,
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

  #change({ aspects = [], datePublished }: Review, by: 1 | -1): void {
    const found = new Set<string>();
    const saidWith = new Map<string, Sentiment[]>();
    for (const { id, about, sentiment, quote } of aspects) {
      if (id !== this.#aspect) continue;
      found.add(sentiment);
      this.#mentions.change(sentiment, by);
      this.#quarters.change(quarterOf(datePublished), sentiment, by);
      if (about === 'other') continue;
      for (const term of this.#termsIn(quote)) {
        saidWith.set(term, [...(saidWith.get(term) ?? []), sentiment]);
      }
    }
    for (const [term, said] of saidWith) this.#terms.change(term, sumUp(said), by);
    const isMixed = found.has('mixed') || (found.has('positive') && found.has('negative'));
    if (isMixed) this.#mixedReviews += by;
    if (found.has('negative')) this.#negativeReviews += by;
  }

  /**
   * All figures. `reviews` are all published ones, of which so many have a text; those that were
   * added are among them.
   */
  figures(
    reviews: readonly Review[],
    textReviewCount: number,
  ): Omit<AspectInsight, 'id' | 'name' | 'description'> {
    const { positive, neutral, negative, score } = this.#mentions.oneSided;
    const { count, mean } = this.#ratings;
    return {
      reviewCount: count,
      mentionCount: this.#mentions.total,
      positive,
      neutral,
      negative,
      mixedReviewCount: this.#mixedReviews,
      negativeReviewCount: this.#negativeReviews,
      score,
      interval: wilsonInterval(positive, negative),
      averageRating: mean,
      sampleSize: sampleSizeOf(count),
      keywords: this.#keywords(textReviewCount),
      trend: trendOf(this.#quarters),
      quotes: this.#quotes.quotes(reviews),
    };
  }

  #keywords(textReviewCount: number): AspectInsight['keywords'] {
    const least = Math.max(LEAST_REVIEWS, LEAST_SHARE * textReviewCount);
    return this.#terms
      .entries()
      .map(([term, counts]) => ({ term, count: counts.total, sentiment: counts.score }))
      .filter(({ count }) => count >= least)
      .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_KEYWORDS);
  }
}

/** What a review says on the whole where it says something once or more. */
function sumUp(said: readonly Sentiment[]): Sentiment {
  const [praises, blames] = [said.includes('positive'), said.includes('negative')];
  if (said.includes('mixed') || (praises && blames)) return 'mixed';
  return praises ? 'positive' : blames ? 'negative' : 'neutral';
}
