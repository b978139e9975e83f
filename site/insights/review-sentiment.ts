import type { Review } from '#dataset/review.ts';
import { type Opinion, starsOf } from './judge-text.ts';
import { scoreOf } from './score.ts';

/** The stars count as much as half a clause. */
const STARS_WEIGHT = 0.5;
/** From here on a review leans to a side. */
const LEANING = 0.25;
/** A review that says both leans to a side only from here on. */
const LEANING_OF_BOTH = 1 / 3;

/**
 * What a review says on the whole: (praise − blame) over all opinions and one more, which stands for the
 * stars. One that neither praises nor blames is neutral, whatever its stars: the text is judged. One
 * more sentence of praise never lowers the score.
 */
export function reviewSentiment(
  opinions: readonly Pick<Opinion, 'label'>[],
  rating: number,
): NonNullable<Review['sentiment']> {
  const praise = opinions.filter(({ label }) => label === 'positive').length;
  const blame = opinions.filter(({ label }) => label === 'negative').length;
  if (praise + blame === 0) return { label: 'neutral', score: 0 };
  const score = scoreOf(praise - blame + STARS_WEIGHT * starsOf(rating), praise + blame + 1);
  const isBoth = praise > 0 && blame > 0;
  if (isBoth && Math.abs(score) < LEANING_OF_BOTH) return { label: 'mixed', score };
  if (Math.abs(score) < LEANING) return { label: 'neutral', score };
  return { label: score > 0 ? 'positive' : 'negative', score };
}
