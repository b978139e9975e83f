import type { Mention } from './mention.ts';
import { scoreOf } from './score.ts';

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
