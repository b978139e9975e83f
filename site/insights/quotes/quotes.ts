import type { Tally } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { Quote } from '../insights-document.ts';
import type { Mention } from '../mention.ts';
import { BestQuotes, type Candidate } from './best-quotes.ts';
import { chooseQuotes, compareRanked, type RankedQuote, type Stock } from './choose-quotes.ts';
import type { IsNaming } from './names-in-quotes.ts';
import { FINAL_REFUSALS, quotationOf } from './quotation.ts';

/** Minimum confidence of a quote that names somebody of the business, or is against the stars. */
const SURE_ENOUGH = 0.95;

/** What is said against the stars is more often misread. */
const AGAINST_STARS = 0.7;
/** A quote that does not name what it is quoted for says less about it. */
const NAMELESS = 0.7;
/** Minimum rank of a quote. */
const LEAST_RANK = 0.3;

/** Which mentions are quoted of something, and how many. */
export type QuoteChoice = {
  readonly isAbout: (mention: Mention, review: Review) => boolean;
  /** Whether the quote names what it is quoted for; such quotes are preferred. */
  readonly isNaming: IsNaming;
  /** Whether the quote names a person of the business. */
  readonly isPersonal?: IsNaming;
  /** Whether editors want the review quoted. */
  readonly isPinned?: (review: Review) => boolean;
  /** How much the words speak of what they are quoted for, from 0 to 1. */
  readonly worthOf?: (mention: Mention, review: Review) => number;
  /** Folded words of names that are no reason for silence. */
  readonly familiar?: ReadonlySet<string>;
  /** Maximum quotes of each side. */
  readonly positive: number;
  readonly negative: number;
};

/**
 * The best quotes for and against something, out of reviews that are added and removed. A mention is
 * a candidate (`candidatesIn`); the surest are kept (best-quotes.ts), extended to whole sentences
 * (quotation.ts), refused where they are private (private-matters.ts) or do not read alone
 * (reads-alone.ts), ranked by sureness × clarity × worth, and chosen (choose-quotes.ts).
 */
export class BalancedQuotes implements Tally<Review> {
  readonly #choice: QuoteChoice;
  readonly #positive: BestQuotes;
  readonly #negative: BestQuotes;
  readonly #ranked = new WeakMap<Candidate, RankedQuote | 'refused'>();
  readonly #rankedOf = new WeakMap<readonly Candidate[], readonly RankedQuote[]>();

  #last: Stock & { readonly quotes: Quote[] } = { positive: [], negative: [], quotes: [] };

  constructor(choice: QuoteChoice) {
    this.#choice = choice;
    this.#positive = new BestQuotes((review) => candidatesIn(review, 'positive', choice));
    this.#negative = new BestQuotes((review) => candidatesIn(review, 'negative', choice));
  }

  add(review: Review): void {
    this.#positive.add(review);
    this.#negative.add(review);
  }

  remove(review: Review): void {
    this.#positive.remove(review);
    this.#negative.remove(review);
  }

  /** What may be quoted, the best first. `reviews` are all that were added and not removed. */
  stock(reviews: readonly Review[]): Stock {
    return {
      positive: this.#rank(this.#positive.surest(reviews)),
      negative: this.#rank(this.#negative.surest(reviews)),
    };
  }

  /** The quotes to show, one a review, positive ones first. `reviews` as above. */
  quotes(reviews: readonly Review[]): Quote[] {
    const { positive, negative } = this.stock(reviews);
    if (this.#last.positive !== positive || this.#last.negative !== negative) {
      const quotes = chooseQuotes([{ positive, negative }], this.#choice).flat();
      this.#last = { positive, negative, quotes };
    }
    return this.#last.quotes;
  }

  #rank(candidates: readonly Candidate[]): readonly RankedQuote[] {
    const known = this.#rankedOf.get(candidates);
    if (known) return known;
    const ranked = candidates
      .flatMap((candidate) => {
        const known = this.#ranked.get(candidate) ?? rankCandidate(candidate, this.#choice);
        this.#ranked.set(candidate, known);
        return known === 'refused' ? [] : [known];
      })
      .sort(compareRanked);
    this.#rankedOf.set(candidates, ranked);
    return ranked;
  }
}

/** The mentions of a side in a review that may be quoted, one a clause. */
function candidatesIn(review: Review, side: Quote['sentiment'], choice: QuoteChoice): Candidate[] {
  const found = new Map<number, Candidate>();
  const stars = review.reviewRating.ratingValue;
  for (const mention of review.aspects ?? []) {
    if (mention.sentiment !== side || mention.about === 'other' || mention.quotable === false) {
      continue;
    }
    if (found.has(mention.start) || !choice.isAbout(mention, review)) continue;
    const sureness = Math.abs(mention.score) * (isAgainst(mention, stars) ? AGAINST_STARS : 1);
    const isPinned = choice.isPinned?.(review) ?? false;
    const order = isPinned ? 0 : choice.isNaming(mention.quote) ? 1 : 2;
    found.set(mention.start, { review, mention, order, sureness });
  }
  return [...found.values()];
}

function isAgainst({ sentiment }: Pick<Mention, 'sentiment'>, stars: number): boolean {
  return sentiment === 'negative' ? stars >= 4 : stars <= 2;
}

/**
 * Whether a mention is too unsure for a quote that is delicate: one that names a person of the
 * business, or contradicts the stars. Praise and criticism are treated alike.
 */
export function isTooUnsure(
  mention: Pick<Mention, 'sentiment' | 'confidence'>,
  stars: number,
  isPersonal: boolean,
): boolean {
  return mention.confidence < SURE_ENOUGH && (isPersonal || isAgainst(mention, stars));
}

function rankCandidate(
  { review, mention, order, sureness }: Candidate,
  { isNaming, isPersonal, worthOf, familiar }: QuoteChoice,
): RankedQuote | 'refused' {
  const { sentiment, confidence } = mention;
  if (sentiment !== 'positive' && sentiment !== 'negative') return 'refused';
  const quotation = quotationOf(review.reviewBody, mention, familiar);
  if (!quotation) return 'refused';
  const { clarity, refusal, ...quoted } = quotation;
  const isPinned = order === 0;
  const stars = review.reviewRating.ratingValue;
  const isUnsure = isTooUnsure(mention, stars, isPersonal?.(quotation.text) ?? false);
  const worth = worthOf?.(mention, review) ?? (isNaming(mention.quote) ? 1 : NAMELESS);
  const rank = sureness * clarity * worth;
  const isWeak = isUnsure || refusal !== undefined || rank < LEAST_RANK;
  if (isPinned ? FINAL_REFUSALS.has(refusal) : isWeak) return 'refused';
  const { id: reviewId, url, datePublished } = review;
  return {
    quote: { reviewId, url, ...quoted, sentiment, confidence, datePublished },
    rank,
    isPinned,
  };
}
