import { OpinionCounts } from './opinion-counts.ts';
import type { Sentiment } from './sentiment-counts.ts';

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
