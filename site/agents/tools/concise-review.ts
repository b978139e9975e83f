import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { type Corpus, reviewText } from '#search/corpus.ts';

/** The most characters of an excerpt, with the ellipsis of one that was cut. */
export const EXCERPT_LENGTH = 280;

/** What is needed to choose among reviews and to cite one. */
export const ConciseReview = z
  .strictObject({
    id: Review.shape.id,
    date: Review.shape.datePublished.describe('The date of the review.'),
    rating: Review.shape.reviewRating.shape.ratingValue.describe('Stars, 1 to 5.'),
    author: z.string().describe('The name of the reviewer.'),
    excerpt: z
      .string()
      .describe(
        `The review text up to ${EXCERPT_LENGTH} characters; it ends with … where it was cut.`,
      ),
    url: Review.shape.url,
  })
  .meta({ id: 'ConciseReview' });
export type ConciseReview = z.infer<typeof ConciseReview>;

const { id, datePublished, reviewRating, author, reviewBody, url } = Review.shape;
const Excerpted = z.object({ id, datePublished, reviewRating, author, reviewBody, url });

/** The review at a position, in brief. */
export function conciseReviewAt(corpus: Corpus, position: number): ConciseReview {
  const review = Excerpted.parse(JSON.parse(reviewText(corpus, position)));
  return {
    id: review.id,
    date: review.datePublished,
    rating: review.reviewRating.ratingValue,
    author: review.author.name,
    excerpt: excerptOf(review.reviewBody),
    url: review.url,
  };
}

function excerptOf(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  // No character takes more than two units, and text may be very long.
  const characters = [...text.slice(0, 2 * EXCERPT_LENGTH + 2)];
  if (characters.length <= EXCERPT_LENGTH) return text;
  return `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}
