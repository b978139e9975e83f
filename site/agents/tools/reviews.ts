import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { type Corpus, positionOf, reviewText } from '#search/corpus/corpus.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { SEARCH_BUSY, type SearchAnswer } from '#search/run-search.ts';
import { SearchResult, searchResultBody, searchResultHead } from '#search/search-result.ts';
import { defineTool, STRANGERS_WORDS, type ToolAnswer } from '../tool.ts';

/** Maximum characters of an excerpt, with the ellipsis of one that was cut. */
const EXCERPT_LENGTH = 280;

/** Enough of a review to choose it and to cite it. */
const ConciseReview = z
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
type ConciseReview = z.infer<typeof ConciseReview>;

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

const Input = SearchQuery.safeExtend({
  response_format: z
    .enum(['detailed', 'concise'], 'must be "detailed" or "concise"')
    .default('detailed')
    .meta({
      description:
        '"detailed": every field of each review. "concise": id, date, rating, author, an excerpt and url, in about a third of the length.',
      example: 'concise',
    }),
});

const Output = SearchResult.extend({
  reviews: z
    .array(z.union([Review, ConciseReview]))
    .describe('Newest first: all fields, or with response_format "concise" in brief.'),
});

export const searchReviews = defineTool({
  name: 'search_reviews',
  title: 'Search reviews',
  description: `Finds verified customer reviews by words of their text, stars, dates, by whom and what they mention, by the aspect that they praise or criticize, by source, language and reply. Filters combine: a review is found where all of them hold; without any, the newest reviews are found. The tool for "What do customers say about ...?" and for quotations with author, date and url. \`sort\` orders the matches, newest first by default; \`total\` counts all of them, and \`next\`, sent as \`after\` with the same filters, leads on. \`query\` is one phrase that stands in the text as it is, not keywords; to find criticism of a subject use aspect with sentiment. \`hints\` says what to try where nothing was found. Names are in list_entities; get_review_stats counts without listing. ${STRANGERS_WORDS}`,
  Input,
  Output,
  answer: async ({ response_format, ...query }, source) => {
    const hits = await source.search(query);
    if (hits === 'busy') return { ok: false, message: SEARCH_BUSY };
    const json =
      response_format === 'concise'
        ? conciseResult(source.corpus, query, hits)
        : Buffer.from(searchResultBody(source.corpus, query, hits)).toString('utf8');
    const hasMore = hits.total > hits.positions.length;
    return { ok: true, json, hasMore };
  },
});

function conciseResult(corpus: Corpus, query: SearchQuery, found: SearchAnswer): string {
  const reviews = found.positions.map((position) => conciseReviewAt(corpus, position));
  return `${searchResultHead(query, found)}${JSON.stringify(reviews).slice(1)}}`;
}

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
  answer: ({ id }, source) => findReview(id, source),
});

async function findReview(id: string, { corpus, removal }: ReviewSource): Promise<ToolAnswer> {
  const position = positionOf(corpus, id);
  if (position !== undefined) {
    return { ok: true, json: reviewText(corpus, position), notice: STRANGERS_WORDS };
  }
  const gone = await removal(id);
  const when = gone?.dateRemoved === undefined ? '' : ` on ${gone.dateRemoved} (${gone.reason})`;
  const message = gone
    ? `Review ${id} was taken down${when}. Use search_reviews to find others.`
    : `No review has id ${id}. Use search_reviews to find ids.`;
  return { ok: false, message };
}
