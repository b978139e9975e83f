import { type Sentiment, SentimentCounts } from './sentiment-counts.ts';

/** Judgements counted by something that they have in common, such as a term or a quarter. */
export class SentimentsByKey {
  readonly #counts = new Map<string, SentimentCounts>();

  /** Counts a judgement under a key, or takes it back. */
  change(key: string, sentiment: Sentiment, by: 1 | -1): void {
    const counts = this.#counts.get(key) ?? new SentimentCounts();
    counts.change(sentiment, by);
    if (counts.total === 0) this.#counts.delete(key);
    else this.#counts.set(key, counts);
  }

  /** The keys with any judgement, in no particular order. */
  entries(): [key: string, counts: SentimentCounts][] {
    return [...this.#counts];
  }
}
