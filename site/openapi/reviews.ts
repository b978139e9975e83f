import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
} from 'zod-openapi';
import { CSV_TYPE, JSON_TYPE, MARKDOWN_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { SearchQuery, TableQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import { markdownOf } from '#views/review-markdown.ts';
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
import { REVIEWS_CSV } from './files.ts';
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
  '/reviews/{id}.md': form('getReviewMarkdown', MARKDOWN_TYPE, {
    schema: z.string(),
    example: ({ excerpt, review }: Examples) => markdownOf(review, excerpt.business),
  }),
};

const DatePath = z.object({
  date: CalendarDate.meta({
    param: { ...parameters.date, example: ({ since }: Examples) => since.since },
  }),
});

/** Questions about the reviews, and the interface for mirrors. */
export const QUESTIONS: ZodOpenApiPathsObject = {
  '/api/reviews/search': get(
    'searchReviews',
    ok(
      answers.search,
      { [JSON_TYPE]: { schema: SearchResult, example: ({ search }: Examples) => search.result } },
      'ETag',
      'NextLinkPerhaps',
    ),
    QUESTION_FAILURES,
    { query: describeParameters(SearchQuery) },
  ),
  '/api/reviews/search.csv': get(
    'searchReviewsAsCsv',
    ok(answers.table, { [CSV_TYPE]: REVIEWS_CSV }, 'ETag'),
    QUESTION_FAILURES,
    { query: describeParameters(TableQuery) },
  ),
  '/api/reviews/stats': get(
    'getReviewStats',
    ok(
      answers.stats,
      { [JSON_TYPE]: { schema: ReviewStats, example: ({ stats }: Examples) => stats.result } },
      'ETag',
    ),
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
        [JSON_TYPE]: { schema: ChangesResult, example: exampleChanges },
        [NDJSON_TYPE]: { schema: z.string().describe(words.bodies.lines), example: exampleLines },
      },
      'ETag',
      'NextLink',
    ),
    { ...QUESTION_FAILURES, '410': GONE },
    { query: CHANGES_PARAMETERS },
  ),
};

/** A removal if there is one: other examples have the record of a review. */
function exampleSince({ since }: Examples): Examples['since'] {
  return since.removed.length > 0 ? { ...since, count: 0, reviews: [] } : since;
}

/** The changes that correspond to `exampleSince`. */
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
