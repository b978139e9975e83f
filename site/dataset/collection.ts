import { z } from 'zod';
import { Counts } from './counts.ts';
import { newestOf } from './review.ts';
import { type StoredReview, WithholdingReason } from './schema/stored-review.ts';

/**
 * The numbers of reviews received, so that the published ones are not mistaken for all (16 CFR
 * 465.7): received = published + pending + withheld + removed.
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

/** Counts the received reviews by state. */
export function describeCollection(
  received: readonly StoredReview[],
  reviewsRemoved: number,
): Collection {
  const statuses = new Counts<string>();
  const reasons = new Counts<WithholdingReason>();
  for (const { verification } of received) {
    statuses.add(verification.status);
    if (verification.status === 'withheld') reasons.add(verification.reason);
  }
  return {
    reviewsReceived: received.length + reviewsRemoved,
    reviewsPublished: statuses.of('verified'),
    reviewsPending: statuses.of('pending'),
    reviewsWithheld: statuses.of('withheld'),
    withheldByReason: Object.fromEntries(
      WithholdingReason.options
        .filter((reason) => reasons.has(reason))
        .map((reason) => [reason, reasons.of(reason)]),
    ),
    reviewsRemoved,
  };
}

/** Returns the last day on which one of the reviews was withheld. */
export function findLastWithheld(received: readonly StoredReview[]): string | null {
  const dates = received.map(({ verification }) =>
    verification.status === 'withheld' ? verification.date : '',
  );
  return newestOf(dates) || null;
}
