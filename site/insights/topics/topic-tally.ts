import { Counts, RatingSum } from '#dataset/counts.ts';
import type { Tally } from '#dataset/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import { BalancedQuotes } from '../balanced-quotes.ts';
import type { InsightsDocument } from '../insights-document.ts';
import { OpinionsByKey } from '../opinions-by-key.ts';
import { quarterOf } from '../quarter-of.ts';
import { SentimentCounts } from '../sentiment-counts.ts';
import { trendOf } from '../trend.ts';

const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** What is told of one topic, while analysed reviews that hold it come and go. */
export class TopicTally implements Tally<Review> {
  readonly #phrase: string;
  readonly #pattern: RegExp;
  readonly #spellings = new Counts<string>();
  readonly #ratings = new RatingSum();
  readonly #sentiments = new SentimentCounts();
  readonly #quarters = new OpinionsByKey();
  readonly #quotes: BalancedQuotes;

  /** A phrase as `nounPhrasesIn` gives it. */
  constructor(phrase: string) {
    this.#phrase = phrase;
    const stem = phrase.replaceAll(' ', '[\\s-]+').replace(/y$/, '(?:y|ie)');
    this.#pattern = new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?:e?s)?(?![\\p{L}\\p{N}])`, 'iu');
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: ({ quote }, { sentiment }) => sentiment !== undefined && this.isIn(quote),
      isNaming: () => false,
    });
  }

  /** Whether a text holds the phrase, its last word in the singular or plural. */
  isIn(text: string): boolean {
    return this.#pattern.test(text);
  }

  add(review: Review): void {
    this.#ratings.add(review.reviewRating.ratingValue);
    this.#spellings.add(this.#spellingIn(review));
    this.#change(review, 1);
    this.#quotes.add(review);
  }

  remove(review: Review): void {
    this.#ratings.remove(review.reviewRating.ratingValue);
    this.#spellings.remove(this.#spellingIn(review));
    this.#change(review, -1);
    this.#quotes.remove(review);
  }

  /** All figures. `reviews` are all published ones; those that were added are among them. */
  figures(reviews: readonly Review[]): Omit<InsightsDocument['topics'][number], 'share'> {
    return {
      id: this.#phrase.replaceAll(' ', '-'),
      label: this.#label(),
      reviewCount: this.#ratings.count,
      averageRating: this.#ratings.mean,
      score: this.#sentiments.score,
      trend: trendOf(this.#quarters),
      quotes: this.#quotes.quotes(reviews),
    };
  }

  /** The most frequent spelling, the first by the alphabet of equal ones, with a capital. */
  #label(): string {
    const counts = this.#spellings;
    const [spelling = this.#phrase] = [...counts.keys()].sort(
      (a, b) => counts.of(b) - counts.of(a) || (a < b ? -1 : 1),
    );
    return spelling.replace(/^./u, (letter) => letter.toUpperCase());
  }

  /** How a review spells it where it does so first. */
  #spellingIn({ reviewBody }: Review): string {
    return this.#pattern.exec(reviewBody)?.[0].replace(/\s+/g, ' ') ?? this.#phrase;
  }

  #change({ sentiment, datePublished }: Review, by: 1 | -1): void {
    if (!sentiment) return;
    this.#sentiments.change(sentiment.label, by);
    this.#quarters.change(quarterOf(datePublished), [sentiment.label], by);
  }
}
