import type { Tally } from '#dataset/lists/tally-keeper.ts';
import type { BigramCounts } from './bigram-counts.ts';
import { BitSet } from './bit-set.ts';
import type { ReadReview } from './read-reviews.ts';

/** The numbers of the reviews that hold certain bigrams, while reviews come and go. */
export class BigramHolders implements Tally<ReadReview> {
  readonly #counts: BigramCounts;
  #holders: ReadonlyMap<number, BitSet> = new Map();

  constructor(counts: BigramCounts) {
    this.#counts = counts;
  }

  add({ start, end, number }: ReadReview): void {
    for (const bigram of this.#counts.numbers.subarray(start, end)) {
      this.#holders.get(bigram)?.add(number);
    }
  }

  remove({ start, end, number }: ReadReview): void {
    for (const bigram of this.#counts.numbers.subarray(start, end)) {
      this.#holders.get(bigram)?.remove(number);
    }
  }

  /**
   * The holders of each of some bigrams, among all reviews that were added and not removed: those
   * are looked at only for bigrams that were not asked for the last time.
   */
  of(bigrams: readonly number[], reviews: readonly ReadReview[]): ReadonlyMap<number, BitSet> {
    const known = this.#holders;
    const unknown = bigrams.filter((bigram) => !known.has(bigram));
    this.#holders = new Map(bigrams.map((bigram) => [bigram, known.get(bigram) ?? new BitSet()]));
    if (unknown.length > 0) this.#look(unknown, reviews);
    return this.#holders;
  }

  #look(bigrams: readonly number[], reviews: readonly ReadReview[]): void {
    const { numbers } = this.#counts;
    // Of millions of bigrams few are looked for: a byte each is read faster than a map.
    const isSought = new Uint8Array(Math.max(...bigrams) + 1);
    for (const bigram of bigrams) isSought[bigram] = 1;
    for (const { start, end, number } of reviews) {
      for (let index = start; index < end; index++) {
        const bigram = numbers[index] ?? 0;
        if (isSought[bigram] === 1) this.#holders.get(bigram)?.add(number);
      }
    }
  }
}
