import { z } from 'zod';
import { fitAnswer } from '#agents/answers/answer-size.ts';
import type { Review } from '#dataset/review.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { shorten } from '#dataset/text/shorten.ts';
import { defineTool, STRANGERS_WORDS } from '../tool.ts';
import { getReview } from './reviews.ts';

/*
 * ChatGPT uses a server for deep research and as company knowledge only if it has two tools of these
 * names, arguments and answers (developers.openai.com/api/docs/mcp, "Create an MCP server").
 */

/** Longer than any question, and short enough to bound the cost of a search. */
const MAX_QUESTION_LENGTH = 1000;
const MOST_RESULTS = 20;
/** Maximum UTF-16 units of the text that replaces a missing title. */
const TITLE_LENGTH = 80;

export const searchForChatGpt = defineTool({
  name: 'search',
  Input: z.strictObject({
    query: z
      .string('must be text')
      .max(MAX_QUESTION_LENGTH, `must be at most ${MAX_QUESTION_LENGTH} characters`),
  }),
  Output: z.looseObject({
    results: z.array(z.looseObject({ id: z.string(), title: z.string(), url: z.string() })),
  }),
  answer: async ({ query }, source) => {
    const { positions } = await source.search({ words: query, limit: MOST_RESULTS });
    const reviews = await source.reviews(positions);
    const results = reviews.map((review) => {
      return { id: review.id, title: titleOf(review), url: review.url };
    });
    return { ok: true, answer: { results } };
  },
});

export const fetchForChatGpt = defineTool({
  name: 'fetch',
  Input: z.strictObject({ id: ReviewId }),
  Output: z.looseObject({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.looseObject({ date: z.string(), rating: z.string() }),
  }),
  answer: async (input, source) => {
    const review = await source.review(input.id);
    if (!review) return getReview.call(input, source);
    const { id, url, datePublished, author, publisher, reviewRating, relationship } = review;
    const metadata = {
      author: author.name,
      date: datePublished,
      rating: String(reviewRating.ratingValue),
      source: publisher.name,
      ...(relationship !== undefined && { relationship }),
      notice: STRANGERS_WORDS,
    };
    const answer = { id, title: titleOf(review), text: textOf(review), url, metadata };
    return { ok: true, answer: fitAnswer(answer, `${url.replace(/\/$/, '')}.json`) };
  },
});

/** The title for choosing and citing a review. */
function titleOf({ name, reviewBody, reviewRating, author, datePublished }: Review): string {
  const line = (name ?? reviewBody).trim().replaceAll(/\s+/g, ' ');
  const start = shorten(line, TITLE_LENGTH);
  const title = start === line ? line : `${start.trimEnd()}…`;
  const facts = `${reviewRating.ratingValue} of 5 stars, ${author.name}, ${datePublished}`;
  return title === '' ? facts : `${title} (${facts})`;
}

/** Returns a review as its readers see it. */
function textOf(review: Review): string {
  const { name, reviewBody, reviewRating, author, datePublished, publisher, ownerReply } = review;
  const facts = `${reviewRating.ratingValue} of 5 stars, by ${author.name} on ${publisher.name}, ${datePublished}`;
  const heading = ['Reply of the business', ownerReply?.datePublished].filter(Boolean).join(', ');
  const reply = ownerReply && `${heading}:\n${ownerReply.text}`;
  return [name, facts, reviewBody, reply].filter(Boolean).join('\n\n');
}
