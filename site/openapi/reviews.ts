import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
} from 'zod-openapi';
import { CSV_TYPE, JSON_TYPE, MARKDOWN_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import { dateOfLastChange, Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { SearchQuery, TableQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import {
  GONE,
  get,
  NO_SUCH_REVIEW,
  type OperationId,
  ok,
  QUESTION_FAILURES,
} from './components.ts';
import written from './examples.json' with { type: 'json' };
import type { Examples } from './examples.ts';
import { CHANGES_PARAMETERS, describeParameters } from './question-parameters.ts';
import { ChangesResult, ReviewStats, SearchResult, SinceResult } from './review-answers.ts';
import words from './words.json' with { type: 'json' };

const { answers, parameters } = words;

const ReviewPath = z.object({
  id: ReviewId.meta({
    param: { ...parameters.review, example: ({ review }: Examples) => review.id },
  }),
});

/** Describes GET of a single review. */
function form(
  operationId: OperationId,
  type: string,
  media: ZodOpenApiMediaTypeObject,
): ZodOpenApiPathItemObject {
  const answer = ok(answers.review, { [type]: media }, 'ETag', 'LastModified', 'PageLink');
  return get(operationId, answer, { '404': NO_SUCH_REVIEW, '410': GONE }, { path: ReviewPath });
}

/** A single review, in each form besides its page. */
export const REVIEW_FORMS: ZodOpenApiPathsObject = {
  '/reviews/{id}.json': form('getReview', JSON_TYPE, {
    schema: Review,
    example: ({ review }: Examples) => review,
  }),
  '/reviews/{id}.md': form('getReviewMarkdown', MARKDOWN_TYPE, { schema: z.string() }),
};

const DatePath = z.object({
  date: CalendarDate.meta({
    param: { ...parameters.date, example: ({ review }: Examples) => review.datePublished },
  }),
});

/** Questions about the reviews, and the interface for mirrors. */
export const QUESTIONS: ZodOpenApiPathsObject = {
  '/api/reviews/search': get(
    'searchReviews',
    ok(
      answers.search,
      { [JSON_TYPE]: { schema: SearchResult, example: exampleSearch } },
      'ETag',
      'NextLinkPerhaps',
    ),
    QUESTION_FAILURES,
    { query: describeParameters(SearchQuery) },
  ),
  '/api/reviews/search.csv': get(
    'searchReviewsAsCsv',
    ok(answers.table, { [CSV_TYPE]: { schema: z.string() } }, 'ETag'),
    QUESTION_FAILURES,
    { query: describeParameters(TableQuery) },
  ),
  '/api/reviews/stats': get(
    'getReviewStats',
    ok(answers.stats, { [JSON_TYPE]: { schema: ReviewStats, example: written.stats } }, 'ETag'),
    QUESTION_FAILURES,
    { query: describeParameters(StatsQuery) },
  ),
  '/api/reviews/since/{date}': get(
    'getReviewsSince',
    ok(
      answers.since,
      { [JSON_TYPE]: { schema: SinceResult, example: exampleSince } },
      'ETag',
      'LastModified',
    ),
    QUESTION_FAILURES,
    { path: DatePath },
  ),
  '/api/reviews/changes': get(
    'getReviewChanges',
    ok(
      answers.changes,
      {
        [JSON_TYPE]: { schema: ChangesResult, example: written.changes },
        [NDJSON_TYPE]: { schema: z.string().describe(words.bodies.lines) },
      },
      'ETag',
      'NextLink',
    ),
    { ...QUESTION_FAILURES, '410': GONE },
    { query: CHANGES_PARAMETERS },
  ),
};

function exampleSearch({ review }: Examples): z.infer<typeof SearchResult> {
  const filters = { until: review.datePublished };
  return { total: 1, count: 1, limit: 20, filters, reviews: [review] };
}

function exampleSince({ review }: Examples): z.infer<typeof SinceResult> {
  const { datePublished: since } = review;
  const dateModified = dateOfLastChange(review);
  return { since, count: 1, dateModified, reviews: [review], removed: [] };
}
