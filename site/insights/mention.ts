import type { Review } from '#dataset/review.ts';

/** What one clause of a review says about one aspect. */
export type Mention = NonNullable<Review['aspects']>[number];

/** What one clause of a review says about a technician. */
export type PersonMention = NonNullable<Review['people']>[number];

/** The mentions that count: what somebody else did neither praises nor blames the business. */
export function ownMentions({ aspects = [] }: Pick<Review, 'aspects'>): readonly Mention[] {
  return aspects.filter(({ about }) => about === 'business');
}
