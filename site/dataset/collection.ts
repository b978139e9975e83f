import { z } from 'zod';
import type { Content } from './content.ts';
import { WithholdingReason } from './stored-review.ts';

/**
 * How the published reviews were collected, so that nobody takes them for all that were received
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

/** Counts what became of every received review. */
export function countCollection({ reviews, removals }: Content): Collection {
  const withheld = reviews.flatMap(({ verification }) =>
    verification.status === 'withheld' ? [verification.reason] : [],
  );
  const reasons = WithholdingReason.options.flatMap((reason): [WithholdingReason, number][] => {
    const count = withheld.filter((one) => one === reason).length;
    return count > 0 ? [[reason, count]] : [];
  });
  const countOf = (status: string) =>
    reviews.filter(({ verification }) => verification.status === status).length;
  return {
    reviewsReceived: reviews.length + removals.length,
    reviewsPublished: countOf('verified'),
    reviewsPending: countOf('pending'),
    reviewsWithheld: withheld.length,
    withheldByReason: Object.fromEntries(reasons),
    reviewsRemoved: removals.length,
  };
}
