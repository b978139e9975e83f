import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { ReviewId } from '#dataset/scalars.ts';
import { reviewBytes } from '#search/corpus.ts';
import { positionOf } from '#search/review-position.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { defineTool, STRANGERS_WORDS, type ToolAnswer } from '../tool.ts';
import { escapedReview } from './escaped-reviews.ts';

export const getReview = defineTool({
  name: 'get_review',
  title: 'One review in full',
  description: `One review by its id, with every field: the whole text, author, date, stars, source, how it was verified, whom and what it mentions, what it says of which aspect, the reply of the owner, and the url to cite. What it says with \`about: "other"\` is of somebody else’s conduct, not of the business. The tool after a concise search_reviews, or for the reviewId and evidence members of get_insights. ${STRANGERS_WORDS}`,
  Input: z.strictObject({
    id: ReviewId.meta({
      description: 'The id of the review, as in answers of search_reviews.',
      example: 'google-rhjbgcle',
    }),
  }),
  Output: Review,
  answer: ({ id }, source) => answer(id, source),
});

async function answer(id: string, { corpus, removal }: ReviewSource): Promise<ToolAnswer> {
  const position = positionOf(corpus, id);
  if (position !== undefined) {
    const plain = [reviewBytes(corpus, position)];
    return { ok: true, json: { plain, escaped: [escapedReview(corpus, position)] } };
  }
  const gone = await removal(id);
  const message = gone
    ? `Review ${id} was taken down on ${gone.dateRemoved} (${gone.reason}). Use search_reviews to find others.`
    : `No review has id ${id}. Use search_reviews to find ids.`;
  return { ok: false, message };
}
