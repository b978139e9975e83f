import { compareReviews } from '#dataset/review.ts';
import type { Quote } from '../insights-document.ts';
import type { Mention } from '../mention.ts';
import { isAgainst, type Said } from '../noted-review.ts';
import { compareRanked, type RankedQuote, type Stock } from './choose-quotes.ts';
import { FINAL_REFUSALS } from './quotation.ts';
import type { ReadQuote } from './read-quote.ts';

/** Minimum confidence of a quote that names somebody of the business, or is against the stars. */
const SURE_ENOUGH = 0.95;

/** Minimum rank of a quote. */
const LEAST_RANK = 0.3;

/** A quote that does not name what it is quoted for says less about it. */
export const NAMELESS = 0.7;

/** How many of the surest are read closely. */
export const READ_CLOSELY = 60;

/** A mention that may be quoted. */
export type Candidate = {
  readonly said: Said;
  /** Of choice: 0 if editors want it quoted, 1 if it names the thing it is quoted for, else 2. */
  readonly order: 0 | 1 | 2;
};

/** Which mentions may be quoted, which come first, and how much they are worth. */
type QuoteChoice = {
  readonly orderOf: (said: Said) => Candidate['order'];
  readonly read: ReadQuote;
  /** How much the words speak of what they are quoted for, from 0 to 1. */
  readonly worthOf: (said: Said) => number;
};

/**
 * Possible quotes of both sides, the best first. The surest mentions are extended to whole sentences
 * (quotation.ts), refused where they are private (private-matters.ts) or do not read alone
 * (reads-alone.ts), ranked by sureness × clarity × worth, and chosen (choose-quotes.ts).
 */
export function stockOf(mentions: readonly Said[], choice: QuoteChoice): Stock {
  const stockFor = (side: Quote['sentiment']) =>
    findSurest(mentions, side, choice)
      .flatMap((candidate) => rankCandidate(candidate, side, choice) ?? [])
      .sort(compareRanked);
  return { positive: stockFor('positive'), negative: stockFor('negative') };
}

/** The surest candidates of a side, in their order of choice. */
export function findSurest(
  mentions: readonly Said[],
  side: Quote['sentiment'],
  { orderOf }: Pick<QuoteChoice, 'orderOf'>,
): readonly Candidate[] {
  return mentions
    .filter((said) => said.side === side)
    .map((said) => ({ said, order: orderOf(said) }))
    .sort((a, b) => a.order - b.order || compareSureness(a.said, b.said))
    .slice(0, READ_CLOSELY);
}

/** The surest first, then by review, the newest first, and in the order of the text. */
export function compareSureness(a: Said, b: Said): number {
  return (
    b.sureness - a.sureness ||
    compareReviews(a.from.review, b.from.review) ||
    a.mention.start - b.mention.start
  );
}

/**
 * Whether a mention is too unsure for a quote that is delicate: one that names a person of the
 * business, or contradicts the stars. Praise and criticism are treated alike.
 */
export function isTooUnsure(
  mention: Pick<Mention, 'sentiment' | 'confidence'>,
  stars: number,
  isPersonal: boolean,
): boolean {
  return mention.confidence < SURE_ENOUGH && (isPersonal || isAgainst(mention, stars));
}

/** A candidate with its rank; undefined where it is refused. */
function rankCandidate(
  { said, order }: Candidate,
  sentiment: Quote['sentiment'],
  { read, worthOf }: QuoteChoice,
): RankedQuote | undefined {
  const { mention, from, sureness } = said;
  const quotation = read(said);
  if (!quotation) return undefined;
  const { refusal, clarity, isPersonal, text, start, end, clause } = quotation;
  const isPinned = order === 0;
  const isUnsure = isTooUnsure(mention, from.stars, isPersonal);
  const rank = sureness * clarity * worthOf(said);
  const isWeak = isUnsure || refusal !== undefined || rank < LEAST_RANK;
  if (isPinned ? FINAL_REFUSALS.has(refusal) : isWeak) return undefined;
  const { id: reviewId, url, datePublished } = from.review;
  const { confidence } = mention;
  const quote = { reviewId, url, text, start, end, clause, sentiment, confidence, datePublished };
  return { quote, rank, isPinned };
}
