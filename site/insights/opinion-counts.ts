import type { Review } from '#dataset/review.ts';
import type { AspectInsight } from './insights-document.ts';
import { type Mention, ownMentions } from './mention.ts';
import { scoreInterval, scoreOf } from './score.ts';

/** What something is judged to be. */
export type Sentiment = Mention['sentiment'];

/** How often something is judged positive, neutral, negative and mixed. */
export class SentimentCounts {
  readonly #counts: Record<Sentiment, number> = { positive: 0, neutral: 0, negative: 0, mixed: 0 };

  /** Counts a judgement, or takes it back. */
  change(sentiment: Sentiment, by: 1 | -1): void {
    this.#counts[sentiment] += by;
  }

  get counts(): Readonly<Record<Sentiment, number>> {
    return this.#counts;
  }

  get total(): number {
    const { positive, neutral, negative, mixed } = this.#counts;
    return positive + neutral + negative + mixed;
  }

  /** Positive less negative judgements, over all. */
  get score(): number {
    return scoreOf(this.#counts.positive - this.#counts.negative, this.total);
  }
}

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

/** Whether a review praises an aspect, and whether it criticizes it. */
export function sidesOfAspect(review: Review, aspect: string): ReturnType<typeof sidesOf> {
  const own = ownMentions(review).filter(({ id }) => id === aspect);
  return sidesOf(own.map(({ sentiment }) => sentiment));
}

/** What reviews say, counted by something that they have in common, such as a term or a quarter. */
export class OpinionsByKey {
  readonly #counts = new Map<string, OpinionCounts>();

  /** Counts all that one review says under a key, or takes it back. */
  change(key: string, sentiments: readonly Sentiment[], by: 1 | -1): void {
    const counts = this.#counts.get(key) ?? new OpinionCounts();
    counts.change(sentiments, by);
    if (counts.reviewCount === 0) this.#counts.delete(key);
    else this.#counts.set(key, counts);
  }

  /** The keys with any review, in no particular order. */
  entries(): [key: string, counts: OpinionCounts][] {
    return [...this.#counts];
  }
}

/** What reviews say from quarter to quarter, the oldest first; quarters without any are left out. */
export function trendOf(quarters: OpinionsByKey): AspectInsight['trend'] {
  return quarters
    .entries()
    .map(([period, { figures }]) => ({ period, ...figures }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
}

/** The quarter of a calendar date, as 2026-Q1. */
export function quarterOf(date: string): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}
