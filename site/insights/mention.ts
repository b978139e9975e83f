import type { Review } from '#dataset/review.ts';

/** What one clause of a review says about one aspect. */
export type Mention = NonNullable<Review['aspects']>[number];
