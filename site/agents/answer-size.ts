import { z } from 'zod';
import { shorten } from '#dataset/text/shorten.ts';

/**
 * Hosts refuse or cut answers of more than about 25,000 tokens, so that ours end at about 20,000. Answers
 * in JSON have 3.3 to 3.7 bytes a token (o200k), text in other scripts than Latin more, emoji 2.6.
 */
export const MAX_ANSWER_BYTES = 60_000;

/** What stands around the records of an answer. */
const ENVELOPE_BYTES = 2000;
/** UTF-16 units that are left of a text that is too long by itself. */
const MAX_TEXT_LENGTH = 8000;

/** How many of some texts, from the first on, an answer has room for: one at least. */
export function countFitting(texts: readonly string[]): number {
  return countAffordable(texts.map(costOf));
}

/** The same of what they cost. */
export function countAffordable(costs: readonly number[]): number {
  let room = MAX_ANSWER_BYTES - ENVELOPE_BYTES;
  const tooMany = costs.findIndex((cost) => {
    room -= cost + 1;
    return room < 0;
  });
  return tooMany < 0 ? costs.length : Math.max(1, tooMany);
}

/** The first of some records, as many as an answer has room for: one at least. */
export function fittingOf<Item>(records: readonly Item[]): readonly Item[] {
  return records.slice(0, countFitting(records.map((one) => JSON.stringify(one))));
}

const Long = z.looseObject({
  url: z.string(),
  reviewBody: z.string(),
  ownerReply: z.looseObject({ text: z.string() }).optional(),
});

/**
 * A serialised review, which is cut where it alone is longer than an answer may be: without what was
 * found in its text, and with the beginnings of text and reply. `hints` says where the whole is.
 */
export function shortenReview(text: string): string {
  if (Buffer.byteLength(text) <= MAX_ANSWER_BYTES - ENVELOPE_BYTES) return text;
  const { aspects, ownerReply, ...review } = Long.parse(JSON.parse(text));
  const page = review.url.replace(/\/$/, '');
  return JSON.stringify({
    ...review,
    reviewBody: shortenText(review.reviewBody),
    ...(ownerReply && { ownerReply: { ...ownerReply, text: shortenText(ownerReply.text) } }),
    hints: [`This review is cut, as it is very long. The whole is at ${page}.json.`],
  });
}

/** The beginning of a text that would fill an answer by itself. */
export function shortenText(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${shorten(text, MAX_TEXT_LENGTH)}…`;
}

/** TEMPORARY */
export function costOf(text: string): number {
  return Buffer.byteLength(text);
}
