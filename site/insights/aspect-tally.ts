import { RatingSum } from '#dataset/counts.ts';
import type { Tally } from '#dataset/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import { BalancedQuotes } from './balanced-quotes.ts';
import type { Stock } from './choose-quotes.ts';
import type { AspectInsight } from './insights-document.ts';
import { type Mention, ownMentions } from './mention.ts';
import { OpinionCounts } from './opinion-counts.ts';
import { OpinionsByKey } from './opinions-by-key.ts';
import { quarterOf } from './quarter-of.ts';
import { sampleSizeOf } from './sample-size.ts';
import { countWords, tokenize } from './text/tokenize.ts';
import { trendOf } from './trend.ts';

/** So many reviews hold a keyword, and so large a share of all that have a text. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_KEYWORDS = 10;

/** At most so many quotes of an aspect. */
export const MAX_QUOTES = { positive: 3, negative: 2 } as const;

/** Terms that weigh so much make a quote worth a half; a single plain term weighs 1. */
const HALF_WORTH = 0.5;

/** In a clause of more words for each term of weight 1 they may as well speak of something else. */
const WORDS_OF_A_TERM = 12;

/** What the terms of an aspect weigh in a mention, and those of the heaviest other one. */
export type TermWeights = { readonly own: number; readonly rival: number };

/** What is told of one aspect, while reviews that mention it come and go. */
export class AspectTally implements Tally<Review> {
  readonly #aspect: string;
  readonly #termsIn: (text: string) => readonly string[];
  readonly #ratings = new RatingSum();
  readonly #opinions = new OpinionCounts();
  readonly #quarters = new OpinionsByKey();
  readonly #terms = new OpinionsByKey();
  readonly #quotes: BalancedQuotes;

  /**
   * `termsIn` gives the distinct terms of the aspect that occur in a text, and `weighIn` what they
   * weigh in a mention. `familiar` as in `quotationOf`.
   */
  constructor(
    { id, quotes: { pin, veto } = { pin: [], veto: [] } }: Aspect,
    termsIn: (text: string) => readonly string[],
    weighIn: (mention: Mention, review: Review) => TermWeights,
    familiar: ReadonlySet<string>,
  ) {
    const [pinned, vetoed] = [new Set(pin), new Set(veto)];
    this.#aspect = id;
    this.#termsIn = termsIn;
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: (mention, review) => mention.id === id && !vetoed.has(review.id),
      isNaming: () => false,
      isPinned: (review) => pinned.has(review.id),
      worthOf: (mention, review) =>
        worthOf(weighIn(mention, review), countWords(tokenize(mention.quote))),
      familiar,
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

  #change(review: Review, by: 1 | -1): void {
    const own = ownMentions(review).filter(({ id }) => id === this.#aspect);
    const sentiments = own.map(({ sentiment }) => sentiment);
    this.#opinions.change(sentiments, by);
    this.#quarters.change(quarterOf(review.datePublished), sentiments, by);
    const terms = own.flatMap(({ quote, sentiment }) =>
      this.#termsIn(quote).map((term) => ({ term, sentiment })),
    );
    for (const [term, said] of Map.groupBy(terms, ({ term }) => term)) {
      this.#terms.change(
        term,
        said.map(({ sentiment }) => sentiment),
        by,
      );
    }
  }

  /** All figures. So many of all published reviews have a text. */
  figures(textReviewCount: number): Omit<AspectInsight, 'id' | 'name' | 'description' | 'quotes'> {
    const { count, mean } = this.#ratings;
    return {
      ...this.#opinions.figures,
      mixedReviewCount: this.#opinions.mixedReviewCount,
      interval: this.#opinions.interval,
      averageRating: mean,
      sampleSize: sampleSizeOf(count),
      keywords: this.#keywords(textReviewCount),
      trend: trendOf(this.#quarters),
    };
  }

  /** What may be quoted. `reviews` are all published ones; those that were added are among them. */
  quotable(reviews: readonly Review[]): Stock {
    return this.#quotes.stock(reviews);
  }

  #keywords(textReviewCount: number): AspectInsight['keywords'] {
    const least = Math.max(LEAST_REVIEWS, LEAST_SHARE * textReviewCount);
    return this.#terms
      .entries()
      .filter(([, { reviewCount }]) => reviewCount >= least)
      .map(([term, { figures }]) => ({
        term,
        count: figures.reviewCount,
        sentiment: figures.score,
      }))
      .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_KEYWORDS);
  }
}

/** How much a clause of so many words speaks of an aspect, from 0 to 1. */
function worthOf({ own, rival }: TermWeights, words: number): number {
  // A quote is shown for the aspect of which it says most, and rather where it says nothing else.
  if (rival > own) return 0;
  const share = 1 - rival / own / 4;
  const density = Math.min(1, (own * WORDS_OF_A_TERM) / words);
  return (own / (own + HALF_WORTH)) * share * density;
}
