import type { Review } from '#dataset/review.ts';

/** The statement of one clause of a review about one aspect. */
export type Mention = NonNullable<Review['aspects']>[number];

/** The statement of one clause of a review about a technician. */
export type PersonMention = NonNullable<Review['people']>[number];

/** The mentions that count: a third party's conduct neither praises nor blames the business. */
export function ownMentions({ aspects = [] }: Pick<Review, 'aspects'>): readonly Mention[] {
  return aspects.filter(({ about }) => about === 'business');
}
