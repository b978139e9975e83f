import { scoreOf } from './score.ts';
import { scoreInterval } from './score-interval.ts';
import { type Sentiment, SentimentCounts } from './sentiment-counts.ts';

/** What reviews say of one thing, counted by mention, and by review as far as scores go. */
export class OpinionCounts {
  readonly #mentions = new SentimentCounts();
  #reviews = 0;
  #praising = 0;
  #criticising = 0;
  #doingBoth = 0;

  /** Counts all that one review says of it, or takes it back. */
  change(sentiments: readonly Sentiment[], by: 1 | -1): void {
    for (const sentiment of sentiments) this.#mentions.change(sentiment, by);
    const { praises, criticises } = sidesOf(sentiments);
    this.#reviews += by;
    if (praises) this.#praising += by;
    if (criticises) this.#criticising += by;
    if (praises && criticises) this.#doingBoth += by;
  }

  get reviewCount(): number {
    return this.#reviews;
  }

  /** Of mentions, and of reviews: one that praises and criticises counts on both sides. */
  get figures() {
    const { positive, neutral, negative } = this.#mentions.counts;
    return {
      reviewCount: this.#reviews,
      mentionCount: this.#mentions.total,
      positive,
      neutral,
      negative,
      positiveReviewCount: this.#praising,
      negativeReviewCount: this.#criticising,
      score: scoreOf(this.#praising - this.#criticising, this.#reviews),
    };
  }

  /** The reviews that praise and criticise. */
  get mixedReviewCount(): number {
    return this.#doingBoth;
  }

  /** Of the score. */
  get interval(): [low: number, high: number] {
    const both = this.#doingBoth;
    return scoreInterval(this.#praising - both, this.#criticising - both, this.#reviews);
  }
}

/** Whether some of what a review says praises, and some criticises; what is mixed does both. */
export function sidesOf(sentiments: readonly Sentiment[]): {
  readonly praises: boolean;
  readonly criticises: boolean;
} {
  const isMixed = sentiments.includes('mixed');
  return {
    praises: isMixed || sentiments.includes('positive'),
    criticises: isMixed || sentiments.includes('negative'),
  };
}
