import { fold } from '#dataset/fold.ts';
import type { Tally } from '#dataset/lists/tally-keeper.ts';
import type { Review } from '#dataset/review.ts';
import type { BigramCounts } from './bigram-counts.ts';
import type { RankedBigram } from './rank-bigrams.ts';
import type { ReadReview } from './read-reviews.ts';
import { TopicTally } from './topic-tally.ts';

type Topic = readonly RankedBigram[];
type Kept = { readonly tally: TopicTally; readonly bigrams: ReadonlySet<number> };

/** The tallies of topics, which are bigrams, while reviews come and go. */
export class TopicTallies implements Tally<ReadReview> {
  readonly #counts: BigramCounts;
  #kept: ReadonlyMap<string, Kept> = new Map();

  constructor(counts: BigramCounts) {
    this.#counts = counts;
  }

  add(read: ReadReview): void {
    for (const kept of this.#kept.values()) this.#addTo(kept, read);
  }

  remove(read: ReadReview): void {
    for (const { tally, bigrams } of this.#kept.values()) {
      if (this.#holdsAny(read, bigrams)) tally.remove(read.review);
    }
  }

  /**
   * The tallies of some topics over all reviews that were added and not removed: those are looked
   * at only for topics that were not asked for the last time.
   */
  of(topics: readonly Topic[], reviews: readonly ReadReview[]): readonly TopicTally[] {
    const known = this.#kept;
    const kept = topics.map((topic) => {
      const key = topic.map(({ number }) => number).join();
      return [key, known.get(key) ?? this.#tallyAll(topic, reviews)] as const;
    });
    this.#kept = new Map(kept);
    return kept.map(([, { tally }]) => tally);
  }

  #tallyAll(topic: Topic, reviews: readonly ReadReview[]): Kept {
    const bigrams = new Set(topic.map(({ number }) => number));
    const tally = new TopicTally(createQuoteFinder(topic, bigrams, this.#counts));
    const kept = { tally, bigrams };
    for (const read of reviews) this.#addTo(kept, read);
    return kept;
  }

  #addTo({ tally, bigrams }: Kept, read: ReadReview): void {
    if (this.#holdsAny(read, bigrams)) tally.add(read.review);
  }

  #holdsAny({ start, end }: ReadReview, bigrams: ReadonlySet<number>): boolean {
    const { numbers } = this.#counts;
    for (let index = start; index < end; index++) {
      if (bigrams.has(numbers[index] ?? 0)) return true;
    }
    return false;
  }
}

/** Tells of the mentions of analysed reviews whose quotes hold a bigram of a topic. */
function createQuoteFinder(
  topic: Topic,
  bigrams: ReadonlySet<number>,
  counts: BigramCounts,
): (quote: string, review: Review) => boolean {
  const firsts = [...new Set(topic.map(({ words: [first] }) => first))];
  return (quote, { sentiment }) => {
    // Most quotes are refused here, in a tenth of the time.
    const folded = fold(quote);
    const mayHold = sentiment && firsts.some((word) => folded.includes(word));
    return mayHold === true && counts.holdsAny(quote, bigrams);
  };
}
