import { z } from 'zod';
import { countAffordable, shortenReview } from '#agents/answers/answer-size.ts';
import { detailedAt, keepByReview, readReviewAt } from '#agents/answers/kept-reviews.ts';
import { costOf } from '#agents/answers/text-cost.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { positionOf, reviewText } from '#search/corpus/corpus.ts';
import { cursorBehind } from '#search/question/cursor.ts';
import { SORTS } from '#search/question/order.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { SEARCH_BUSY, type SearchAnswer } from '#search/run-search.ts';
import { searchResultHead } from '#search/search-result.ts';
import { such } from '../release-facts.ts';
import { defineTool, STRANGERS_WORDS, type ToolAnswer } from '../tool.ts';
import { toolCall, writeHint } from '../tool-call.ts';
import { asksForAspect, hintsOnAspects } from './aspect-hints.ts';
import { citationOf, createMatcher, INCLUDABLE } from './concise-review.ts';
import { filterWords } from './filter-words.ts';

const FORMATS = ['concise', 'detailed'] as const;
const includable = `must be one of ${INCLUDABLE.join(', ')}`;

const Input = SearchQuery.safeExtend({
  response_format: z.enum(FORMATS, 'must be "concise" or "detailed"').default('concise'),
  include: z.array(z.enum(INCLUDABLE, includable)).default([]),
});

export const searchReviews = defineTool({
  name: 'search_reviews',
  title: 'Search reviews',
  summary:
    'Finds verified customer reviews by words of their text, stars, dates, by whom and what they mention, by what they praise or criticize, by source, language and reply.',
  Input,
  Output: z.looseObject({
    total: z.int().describe('All matches.'),
    count: z.int().describe('Those in this answer.'),
    next: z.string().optional().describe('Pass it as after for the next page.'),
    hints: z.array(z.string()).optional().describe('What to try instead, or how to go on.'),
    notice: z.string().optional(),
    reviews: z
      .array(z.looseObject({ id: z.string(), url: z.string() }))
      .describe(
        'Concise: date, rating, author, title, excerpt (280 characters around the match, which stands between ** and **), people, source, relationship (the author’s tie to the business, if any), hasReply, url. Detailed: every field of a Review of schema.org.',
      ),
  }),
  describe: (facts) => ({
    more: `A review is found where all filters hold; without any, the newest are. Use words for a question such as "Did anybody lose?" (query is one phrase), aspect with sentiment for criticism of a subject. Where nothing is found, hints tell you what to try. get_review_stats counts without listing; for all reviews download reviews.json or reviews.csv. ${STRANGERS_WORDS}`,
    words: {
      ...filterWords(facts),
      sort: `${SORTS.join(', ')}; default newest, with words the best.`,
      after:
        'The next value of the previous answer, with the same filters and sort; returns the next page.',
      limit: 'Maximum number of reviews to return, 1 to 100; default 20.',
      response_format: 'concise (default) or detailed: every field, at three times the length.',
      include:
        'List; for concise: reply adds the owner’s replies, text gives whole texts instead of excerpts.',
    },
  }),
  answer: async (asked, source) => {
    const { response_format, include, ...query } = asked;
    const found = await source.search(query);
    if (found === 'busy') return { ok: false, message: SEARCH_BUSY };
    const isDetailed = response_format === 'detailed';
    return (isDetailed ? answerInDetail : answerConcisely)(asked, found, source);
  },
});

type Asked = z.output<typeof Input>;
const DEFAULTS = Input.parse({});

/** More than one answer can have. */
const MANY = 100;

async function answerConcisely(
  asked: Asked,
  found: SearchAnswer,
  source: ReviewSource,
): Promise<ToolAnswer> {
  const matchOf = createMatcher(source.names, asked, asked.include);
  const reviews = found.positions.map((position) => {
    const citation = citationAt(source.corpus, position);
    const match = JSON.stringify(matchOf(readReviewAt(source.corpus, position)));
    const text = `${citation.text}${match === '{}' ? '' : ','}${match.slice(1)}`;
    return { text, cost: citation.cost + costOf(match) };
  });
  const count = countAffordable(reviews.map(({ cost }) => cost));
  const { total, positions, next, hints = [] } = await fit(found, count, asked, source);
  const head = {
    total,
    count: positions.length,
    next,
    ...(hints.length > 0 && { hints: hints.map(({ text }) => text) }),
    ...(positions.length > 0 && { notice: STRANGERS_WORDS }),
  };
  const shown = reviews.slice(0, count).map(({ text }) => text);
  return { ok: true, json: `${JSON.stringify(head).slice(0, -1)},"reviews":[${shown}]}` };
}

/** What the brief form of a review has for every question: serialised once, without its last brace. */
const citationAt = keepByReview((corpus, position) => {
  const text = JSON.stringify(citationOf(readReviewAt(corpus, position))).slice(0, -1);
  return { text, cost: costOf(text) };
});

/** Whoever asks for long pages, for one after another, or for all without a filter. */
function wantsMany({ limit, sort, after, ...filters }: SearchQuery): boolean {
  return limit >= MANY / 2 || after !== undefined || Object.keys(filters).length === 0;
}

/** What REST answers, as long as there is room for it, with the hints of tools. */
async function answerInDetail(
  asked: Asked,
  found: SearchAnswer,
  source: ReviewSource,
): Promise<ToolAnswer> {
  const { response_format, include, ...query } = asked;
  const reviews = found.positions.map((position) => detailedAt(source.corpus, position));
  const count = countAffordable(reviews.map(({ cost }) => cost));
  const fitting = await fit(found, count, asked, source);
  const shown = reviews.slice(0, count).map(({ text }) => text);
  return {
    ok: true,
    json: `${searchResultHead(query, fitting)}${shown}]}`,
    notice: count > 0 ? STRANGERS_WORDS : undefined,
  };
}

/** The first of what was found, as many as there is room for; hints say how to go on. */
async function fit(
  { total, positions: found, ranks, next: nextFound, hints = [] }: SearchAnswer,
  count: number,
  { response_format, include, ...query }: Asked,
  { names, baseUrl, ...source }: ReviewSource,
): Promise<SearchAnswer> {
  const { limit, sort, after, ...filters } = query;
  const positions = found.slice(0, count);
  const last = count < found.length ? positions.at(-1) : undefined;
  const rank = ranks?.[count - 1];
  const next = last === undefined ? nextFound : cursorBehind(source.corpus, last, query, rank);
  const form = {
    sort,
    ...(limit !== DEFAULTS.limit && { limit }),
    ...(include.length > 0 && { include }),
    ...(response_format !== DEFAULTS.response_format && { response_format }),
  };
  const callOf = (question: object) => toolCall('search_reviews', { ...question, ...form });
  const room = `The answer has room for ${count} of the ${found.length} reviews that were asked for. Go on: ${callOf({ ...filters, after: next })}`;
  const files = `To read all of them download ${baseUrl}/reviews.json or ${baseUrl}/reviews.csv.`;
  const said = [
    ...hints.map((hint) => writeHint(hint, callOf)),
    ...(last === undefined ? [] : [room]),
    ...(asksForAspect(filters, names) ? await hintsOnAspects(filters, source) : []),
    ...(total > MANY && wantsMany(query) ? [files] : []),
  ];
  return { total, positions, next, hints: said.map((text) => ({ text })) };
}

export const getReview = defineTool({
  name: 'get_review',
  title: 'One review in full',
  summary: 'Returns one review by its id, with every field.',
  Input: z.strictObject({ id: ReviewId }),
  Output: z.looseObject({
    id: z.string(),
    reviewBody: z.string().describe('The whole text.'),
    url: z.string().describe('To cite.'),
  }),
  describe: ({ reviewId }) => ({
    more: `It has the whole text, author, date, stars, source, how it was verified, whom and what it mentions, what it says about each aspect, and the owner’s reply. Mentions marked about: other concern someone else, not the business. Use it after search_reviews, or for a reviewId of get_insights. ${STRANGERS_WORDS}`,
    words: { id: `Its id${such(reviewId)}.` },
  }),
  answer: ({ id }, source) => findReview(id, source),
});

async function findReview(id: string, { corpus, removal }: ReviewSource): Promise<ToolAnswer> {
  const position = positionOf(corpus, id);
  if (position !== undefined) {
    const json = shortenReview(reviewText(corpus, position));
    return { ok: true, json, notice: STRANGERS_WORDS };
  }
  const gone = await removal(id);
  const when = gone?.dateRemoved === undefined ? '' : ` on ${gone.dateRemoved} (${gone.reason})`;
  const said = gone ? `Review ${id} was taken down${when}.` : `No review has id ${id}.`;
  return { ok: false, message: `${said} Find others: ${toolCall('search_reviews')}` };
}
