import { z } from 'zod';
import { fitAnswer, fittingOf } from '#agents/answers/answer-size.ts';
import type { Review } from '#dataset/review.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { cursorBehind } from '#search/question/cursor.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { SearchAnswer } from '#search/run-search.ts';
import { searchResultHead } from '#search/search-result.ts';
import { defineTool, STRANGERS_WORDS, type ToolAnswer, toolCall, writeHint } from '../tool.ts';
import { asksForAspect, hintsOnAspects } from './aspect-hints.ts';
import { citationOf, createBriefs, INCLUDABLE, replyOf } from './concise-review.ts';

const FORMATS = ['concise', 'detailed'] as const;
const includable = `must be one of ${INCLUDABLE.join(', ')}`;

const Input = SearchQuery.safeExtend({
  response_format: z.enum(FORMATS, 'must be "concise" or "detailed"').default('concise'),
  include: z.array(z.enum(INCLUDABLE, includable)).default([]),
});

export const searchReviews = defineTool({
  name: 'search_reviews',
  Input,
  Output: z.looseObject({
    total: z.int().describe('All matches.'),
    count: z.int().describe('The number in this answer.'),
    next: z.string().optional().describe('Pass it as after for the next page.'),
    hints: z.array(z.string()).optional().describe('Alternatives, or the next step.'),
    notice: z.string().optional(),
    reviews: z
      .array(z.looseObject({ id: z.string(), url: z.string() }))
      .describe(
        'Concise: date, rating, author, title, excerpt (280 characters around the match, which is between ** and **), people, source, relationship (the author’s tie to the business, if any), hasReply, url. Detailed: every field of a Review of schema.org.',
      ),
  }),
  answer: async (asked, source) => {
    const { response_format, include, ...query } = asked;
    const found = await source.search(query);
    const isDetailed = response_format === 'detailed';
    const all = await source.reviews(found.positions);
    const reviews = fittingOf<object>(
      isDetailed ? all : all.map(createBriefs(source.names, query, include)),
    );
    const page = pageOf(found, reviews.length, query, source);
    const { limit, filters, ...head } = searchResultHead(query, page);
    const hints = await hintsOf(found, page, asked, source);
    const answer = {
      ...head,
      ...(isDetailed && { limit, filters }),
      ...(hints.length > 0 && { hints }),
      ...(reviews.length > 0 && { notice: STRANGERS_WORDS }),
      reviews,
    };
    return { ok: true, answer: fitAnswer(answer, `${source.baseUrl}/reviews.json`) };
  },
});

type Asked = z.output<typeof Input>;
const DEFAULTS = Input.parse({});

/** Returns the first results, as many as fit. */
function pageOf(
  { hints, ...found }: SearchAnswer,
  count: number,
  query: SearchQuery,
  { corpus }: ReviewSource,
): SearchAnswer {
  const positions = found.positions.slice(0, count);
  const last = positions.at(-1);
  if (count === found.positions.length || last === undefined) return found;
  return { ...found, positions, next: cursorBehind(corpus, last, query, found.ranks?.[count - 1]) };
}

/** More than fit into one answer. */
const MANY = 100;

/** True if a client asks for long pages, for one after another, or for all without a filter. */
function wantsMany({ limit, sort, after, ...filters }: SearchQuery): boolean {
  return limit >= MANY / 2 || after !== undefined || Object.keys(filters).length === 0;
}

/** Suggests how to find more or to continue. */
async function hintsOf(
  found: SearchAnswer,
  { total, positions, next }: SearchAnswer,
  { response_format, include, ...query }: Asked,
  { names, baseUrl, ...source }: ReviewSource,
): Promise<string[]> {
  const { limit, sort, after, ...filters } = query;
  const form = {
    sort,
    ...(limit !== DEFAULTS.limit && { limit }),
    ...(include.length > 0 && { include }),
    ...(response_format !== DEFAULTS.response_format && { response_format }),
  };
  const callOf = (question: object) => toolCall('search_reviews', { ...question, ...form });
  const asked = found.positions.length;
  const room = `The answer has room for ${positions.length} of the ${asked} reviews requested. Continue: ${callOf({ ...filters, after: next })}`;
  const files = `To read all of them, download ${baseUrl}/reviews.json or ${baseUrl}/reviews.csv.`;
  return [
    ...(found.hints ?? []).map((hint) => writeHint(hint, callOf)),
    ...(positions.length < asked ? [room] : []),
    ...(asksForAspect(filters, names) ? await hintsOnAspects(filters, { names, ...source }) : []),
    ...(total > MANY && wantsMany(query) ? [files] : []),
  ];
}

export const getReview = defineTool({
  name: 'get_review',
  Input: z.strictObject({ id: ReviewId }),
  Output: z.looseObject({
    id: z.string(),
    text: z.string().optional().describe('The full text; absent for a mere rating.'),
    url: z.string().describe('To cite.'),
  }),
  answer: ({ id }, source) => findReview(id, source),
});

async function findReview(id: string, source: ReviewSource): Promise<ToolAnswer> {
  const review = await source.review(id);
  if (review) {
    const answer = { notice: STRANGERS_WORDS, ...inFull(review) };
    return { ok: true, answer: fitAnswer(answer, `${review.url.replace(/\/$/, '')}.json`) };
  }
  const gone = await source.removal(id);
  const when = gone?.dateRemoved === undefined ? '' : ` on ${gone.dateRemoved} (${gone.reason})`;
  const said = gone ? `Review ${id} was taken down${when}.` : `No review has id ${id}.`;
  return { ok: false, message: `${said} Find others: ${toolCall('search_reviews')}` };
}

/** A review under the names of the brief form, without the envelope of schema.org. */
function inFull(review: Review) {
  const { reviewBody, dateModified, verification, aspects = [] } = review;
  const { mentionedServices: services, mentionedServiceAreas: places } = review;
  const { hasReply, url, ...citation } = citationOf(review);
  return {
    ...citation,
    ...(dateModified !== undefined && { dateModified }),
    ...(reviewBody !== '' && { text: reviewBody }),
    language: review.inLanguage,
    verified: `${verification.method}, ${verification.date}`,
    ...(services.length > 0 && { services }),
    ...(places.length > 0 && { places }),
    ...(aspects.length > 0 && {
      aspects: aspects.map(({ id, about, sentiment, quote }) => ({
        id,
        sentiment,
        ...(about !== 'business' && { about }),
        quote,
      })),
    }),
    ...replyOf(review.ownerReply),
    url,
  };
}
