import type { Review } from '#dataset/review.ts';

/** The reviewer's tie to the business as a sentence. It stands beside the review wherever shown. */
export function relationshipWords(
  relationship: NonNullable<Review['relationship']>,
  business: string,
): string {
  switch (relationship) {
    case 'employee':
      return `The reviewer works or worked for ${business}.`;
    case 'family':
      return `The reviewer is related to somebody at ${business}.`;
    case 'incentivized':
      return 'The reviewer received something for writing this review.';
  }
}
