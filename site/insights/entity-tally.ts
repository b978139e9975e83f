import { Counts, RatingSum } from '#dataset/counts.ts';
import type { Tally } from '#dataset/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import { BalancedQuotes } from './balanced-quotes.ts';
import type { EntityFigures } from './insights-document.ts';
import { type Mention, ownMentions } from './mention.ts';
import { sidesOf } from './opinion-counts.ts';
import { scoreOf } from './score.ts';
import type { Sentiment } from './sentiment-counts.ts';

const MAX_ASPECTS = 3;
const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** How reviews tell of somebody or something. */
export type Telling = {
  readonly isMentionedIn: (review: Review) => boolean;
  /** Whether a quote names it; such quotes are preferred. */
  readonly isNaming: (quote: string) => boolean;
  /** Of people: whether a mention is said of them. Of things all that a review says is. */
  readonly isSaidOf?: (mention: Mention) => boolean;
  /** Folded words of names that are no reason for silence. */
  readonly familiar: ReadonlySet<string>;
};

/** What is told of one technician, service or place, while reviews that mention it come and go. */
export class EntityTally implements Tally<Review> {
  readonly #isMentionedIn: (review: Review) => boolean;
  readonly #isSaidOf: Telling['isSaidOf'];
  readonly #ratings = new RatingSum();
  readonly #aspects = new Counts<string>();
  readonly #quotes: BalancedQuotes;
  #analysed = 0;
  #positive = 0;
  #negative = 0;
  /** The newest date; undefined where it has to be looked for. */
  #last: string | undefined;

  constructor({ isMentionedIn, isNaming, isSaidOf, familiar }: Telling) {
    this.#isMentionedIn = isMentionedIn;
    this.#isSaidOf = isSaidOf;
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: (mention, review) => isMentionedIn(review) && (isSaidOf?.(mention) ?? true),
      isNaming,
      familiar,
    });
  }

  add(review: Review): void {
    const { datePublished, reviewRating } = review;
    if (this.#last !== undefined && datePublished > this.#last) this.#last = datePublished;
    this.#ratings.add(reviewRating.ratingValue);
    this.#changeSides(review, 1);
    for (const aspect of aspectsIn(review)) this.#aspects.add(aspect);
    this.#quotes.add(review);
  }

  remove(review: Review): void {
    const { datePublished, reviewRating } = review;
    if (datePublished === this.#last) this.#last = undefined;
    this.#ratings.remove(reviewRating.ratingValue);
    this.#changeSides(review, -1);
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
      analysedReviewCount: this.#analysed,
      averageRating: mean,
      lastMentioned: this.#last ?? null,
      positiveReviewCount: this.#positive,
      negativeReviewCount: this.#negative,
      score: scoreOf(this.#positive - this.#negative, this.#analysed),
      topAspects: this.#topAspects(aspects),
      quotes: this.#quotes.quotes(reviews),
    };
  }

  #changeSides(review: Review, by: 1 | -1): void {
    if (!review.sentiment) return;
    this.#analysed += by;
    const { praises, criticises } = this.#sidesIn(review, review.sentiment.label);
    if (praises) this.#positive += by;
    if (criticises) this.#negative += by;
  }

  #sidesIn(review: Review, label: Sentiment): ReturnType<typeof sidesOf> {
    const isSaidOf = this.#isSaidOf;
    if (!isSaidOf) return { praises: label === 'positive', criticises: label === 'negative' };
    const said = ownMentions(review).filter(
      (mention) => mention.sentiment !== 'neutral' && isSaidOf(mention),
    );
    return sidesOf(said.map(({ sentiment }) => sentiment));
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

function aspectsIn(review: Review): ReadonlySet<string> {
  return new Set(ownMentions(review).map(({ id }) => id));
}
