import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { CSV_TYPE, JSON_TYPE, MARKDOWN_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { ChangesResult } from '#search/changes/changes.ts';
import { SearchQuery, TableQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import { SearchResult } from '#search/search-result.ts';
import { SinceResult } from '#search/since.ts';
import { ReviewStats } from '#search/stats.ts';
import { markdownOf } from '#views/review-markdown.ts';
import {
  ANY_FAILURE,
  GONE,
  NO_SUCH_REVIEW,
  NOT_MODIFIED,
  type OperationId,
  ok,
  QUESTION_FAILURES,
  wordsOf,
} from './components.ts';
import written from './examples.json' with { type: 'json' };
import type { Examples } from './examples.ts';
import { REVIEWS_CSV } from './files.ts';
import { CHANGES_PARAMETERS, describeParameters } from './question-parameters.ts';
import words from './words.json' with { type: 'json' };

const { answers, parameters } = words;

const ReviewPath = z.object({
  id: ReviewId.meta({
    param: { ...parameters.review, example: ({ review }: Examples) => review.id },
  }),
});

/** GET of a review by itself. */
function form(
  operationId: OperationId,
  type: string,
  media: ZodOpenApiMediaTypeObject,
): ZodOpenApiPathItemObject {
  const responses = {
    '200': ok(answers.review, { [type]: media }, 'ETag', 'LastModified', 'PageLink'),
    '304': NOT_MODIFIED,
    '404': NO_SUCH_REVIEW,
    '410': GONE,
    default: ANY_FAILURE,
  };
  return { get: { ...wordsOf(operationId), requestParams: { path: ReviewPath }, responses } };
}

/** A review by itself, in each form beside its page. */
export const REVIEW_FORMS: ZodOpenApiPathsObject = {
  '/reviews/{id}.json': form('getReview', JSON_TYPE, {
    schema: Review,
    example: ({ review }: Examples) => review,
  }),
  '/reviews/{id}.md': form('getReviewMarkdown', MARKDOWN_TYPE, {
    schema: z.string(),
    example: ({ excerpt, review }: Examples) => markdownOf(review, excerpt.business),
  }),
};

/** GET of a question: what it is asked, and how it is answered where it is right. */
function question(
  operationId: OperationId,
  requestParams: { readonly query: z.ZodObject } | { readonly path: z.ZodObject },
  answer: ZodOpenApiResponseObject,
  failures: ZodOpenApiResponsesObject = QUESTION_FAILURES,
): ZodOpenApiPathItemObject {
  const responses = {
    '200': answer,
    '304': NOT_MODIFIED,
    ...failures,
    default: ANY_FAILURE,
  };
  return { get: { ...wordsOf(operationId), requestParams, responses } };
}

const DatePath = z.object({
  date: CalendarDate.meta({
    param: { ...parameters.date, example: ({ since }: Examples) => since.since },
  }),
});

/** Questions about the reviews, and how a mirror follows what is published. */
export const QUESTIONS: ZodOpenApiPathsObject = {
  '/api/reviews/search': question(
    'searchReviews',
    { query: describeParameters(SearchQuery) },
    ok(
      answers.search,
      { [JSON_TYPE]: { schema: SearchResult, example: ({ search }: Examples) => search.result } },
      'ETag',
      'NextLinkPerhaps',
    ),
  ),
  '/api/reviews/search.csv': question(
    'searchReviewsAsCsv',
    { query: describeParameters(TableQuery) },
    ok(answers.table, { [CSV_TYPE]: REVIEWS_CSV }, 'ETag'),
  ),
  '/api/reviews/stats': question(
    'getReviewStats',
    { query: describeParameters(StatsQuery) },
    ok(
      answers.stats,
      { [JSON_TYPE]: { schema: ReviewStats, example: ({ stats }: Examples) => stats.result } },
      'ETag',
    ),
  ),
  '/api/reviews/since/{date}': question(
    'getReviewsSince',
    { path: DatePath },
    ok(
      answers.since,
      { [JSON_TYPE]: { schema: SinceResult, example: exampleSince } },
      'ETag',
      'LastModified',
    ),
  ),
  '/api/reviews/changes': question(
    'getReviewChanges',
    { query: CHANGES_PARAMETERS },
    ok(
      answers.changes,
      {
        [JSON_TYPE]: { schema: ChangesResult, example: exampleChanges },
        [NDJSON_TYPE]: { schema: z.string().describe(words.bodies.lines), example: exampleLines },
      },
      'ETag',
      'NextLink',
    ),
    { ...QUESTION_FAILURES, '410': GONE },
  ),
};

/** A removal where there is one: the record of a review stands in other examples. */
function exampleSince({ since }: Examples): Examples['since'] {
  return since.removed.length > 0 ? { ...since, count: 0, reviews: [] } : since;
}

/** The same of what changed. */
function exampleChanges({ review, since }: Examples): z.infer<typeof ChangesResult> {
  const removed = since.removed.map((removal) => ({ kind: 'removed' as const, ...removal }));
  return {
    changes: removed.length > 0 ? removed : [{ kind: 'edited', id: review.id, review }],
    next: written.cursor,
  };
}

function exampleLines(examples: Examples): string {
  const { changes, next } = exampleChanges(examples);
  return [...changes.slice(-1), { next }].map((line) => `${JSON.stringify(line)}\n`).join('');
}
