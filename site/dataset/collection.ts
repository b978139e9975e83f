import { z } from 'zod';
import { Counts } from './counts.ts';
import type { Tally } from './edits/list-edit.ts';
import { newestOf } from './review.ts';
import { type StoredReview, WithholdingReason } from './schema/stored-review.ts';

/**
 * How the published reviews were collected, so that nobody mistakes them for all that were received
 * (16 CFR 465.7): received = published + pending + withheld + removed.
 */
export const Collection = z
  .strictObject({
    reviewsReceived: z.int().nonnegative(),
    reviewsPublished: z.int().nonnegative(),
    reviewsPending: z.int().nonnegative().describe('Not verified yet.'),
    reviewsWithheld: z.int().nonnegative(),
    withheldByReason: z.partialRecord(WithholdingReason, z.int().positive()),
    reviewsRemoved: z.int().nonnegative().describe('Published once and taken down.'),
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof Collection>;

/** Counts received reviews by their status, as they are added and removed. */
export class CollectionTally implements Tally<StoredReview> {
  readonly #statuses = new Counts<string>();
  readonly #reasons = new Counts<WithholdingReason>();
  readonly #dates = new Counts<string>();

  add({ verification }: StoredReview): void {
    this.#statuses.add(verification.status);
    if (verification.status !== 'withheld') return;
    this.#reasons.add(verification.reason);
    this.#dates.add(verification.date);
  }

  remove({ verification }: StoredReview): void {
    this.#statuses.remove(verification.status);
    if (verification.status !== 'withheld') return;
    this.#reasons.remove(verification.reason);
    this.#dates.remove(verification.date);
  }

  count(reviewsRemoved: number): Collection {
    const [published, pending, withheld] = [
      this.#statuses.of('verified'),
      this.#statuses.of('pending'),
      this.#statuses.of('withheld'),
    ];
    return {
      reviewsReceived: published + pending + withheld + reviewsRemoved,
      reviewsPublished: published,
      reviewsPending: pending,
      reviewsWithheld: withheld,
      withheldByReason: Object.fromEntries(
        WithholdingReason.options.flatMap((reason): [WithholdingReason, number][] => {
          const count = this.#reasons.of(reason);
          return count > 0 ? [[reason, count]] : [];
        }),
      ),
      reviewsRemoved,
    };
  }

  /** The last day on which one of the reviews was withheld. */
  get dateLastWithheld(): string | null {
    return newestOf(this.#dates.keys()) || null;
  }
}
