import type { Tally } from '#dataset/lists/tally-keeper.ts';
import type { Review } from '#dataset/review.ts';
import { BestQuotes, type Candidate, compareCandidates } from './best-quotes.ts';
import type { Quote } from './insights-document.ts';
import type { Mention } from './mention.ts';

/** Shorter clauses say nothing alone, and longer ones are not read. In UTF-16 units. */
const [SHORTEST, LONGEST] = [12, 280];

type Choice = {
  readonly isAbout: (mention: Mention, review: Review) => boolean;
  /** Whether the quote names what it is quoted for; such quotes are preferred. */
  readonly isNaming: (quote: string) => boolean;
  /** At most so many. */
  readonly positive: number;
  readonly negative: number;
};

/** The best quotes for and against something, one a review, out of reviews that come and go. */
export class BalancedQuotes implements Tally<Review> {
  readonly #choice: Choice;
  readonly #positive: BestQuotes;
  readonly #negative: BestQuotes;

  constructor(choice: Choice) {
    this.#choice = choice;
    this.#positive = new BestQuotes((review) => candidateIn(review, 'positive', choice));
    this.#negative = new BestQuotes((review) => candidateIn(review, 'negative', choice));
  }

  add(review: Review): void {
    this.#positive.add(review);
    this.#negative.add(review);
  }

  remove(review: Review): void {
    this.#positive.remove(review);
    this.#negative.remove(review);
  }

  /** Positive ones first. `reviews` are all that were added and not removed. */
  quotes(reviews: readonly Review[]): Quote[] {
    const { positive, negative } = this.#choice;
    // Chosen first: praise, of which there is more, must not use up a review that criticises.
    const against = this.#negative.best(negative, reviews);
    const used = new Set(against.map(({ review }) => review));
    const inFavour = this.#positive
      .best(positive + negative, reviews)
      .filter(({ review }) => !used.has(review))
      .slice(0, positive);
    return [...inFavour.map(quoteOf('positive')), ...against.map(quoteOf('negative'))];
  }
}

/** The best mention with a sentiment in a review. */
function candidateIn(
  review: Review,
  sentiment: Quote['sentiment'],
  { isAbout, isNaming }: Choice,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const mention of review.aspects ?? []) {
    const { quote } = mention;
    if (mention.sentiment !== sentiment) continue;
    if (quote.length < SHORTEST || quote.length > LONGEST) continue;
    if (!isAbout(mention, review)) continue;
    const candidate = { review, mention, isNaming: isNaming(quote) };
    if (!best || compareCandidates(candidate, best) < 0) best = candidate;
  }
  return best;
}

function quoteOf(sentiment: Quote['sentiment']): (candidate: Candidate) => Quote {
  return ({ review, mention: { quote, start, end, confidence } }) => ({
    reviewId: review.id,
    url: review.url,
    text: quote,
    start,
    end,
    sentiment,
    confidence,
    datePublished: review.datePublished,
  });
}
