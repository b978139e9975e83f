import { compareReviews } from '#dataset/review.ts';
import type { Quote } from '../insights-document.ts';
import type { Mention } from '../mention.ts';
import { isAgainst, type Statement } from '../noted-review.ts';
import { compareRanked, type RankedQuote, type Stock } from './choose-quotes.ts';
import { FINAL_REFUSALS, type ReadQuote } from './quotation.ts';

/** Minimum confidence of a quote that names a person of the business, or contradicts the stars. */
const SURE_ENOUGH = 0.95;

/** Minimum rank of a quote. */
const LEAST_RANK = 0.3;

/** The factor for a quote that does not name its subject. */
export const NAMELESS = 0.7;

/** The number of the most confident mentions that are read closely. */
const READ_CLOSELY = 60;

/** A mention that may be quoted. */
export type Candidate = {
  readonly statement: Statement;
  /** 0 if editors want it quoted, 1 if it names its subject, else 2. */
  readonly order: 0 | 1 | 2;
};

/** The rules for a choice: which mentions may be quoted, their order, and their worth. */
type QuoteChoice = {
  readonly orderOf: (statement: Statement) => Candidate['order'];
  readonly read: ReadQuote;
  /** The degree to which the words are about the subject of the quote, from 0 to 1. */
  readonly worthOf: (statement: Statement) => number;
};

/**
 * Returns possible quotes of both sides, the best first. The most confident mentions are extended
 * to whole sentences (quotation.ts), refused if they are private (private-matters.ts) or unclear
 * alone (reads-alone.ts), ranked by confidence × clarity × worth, and chosen (choose-quotes.ts).
 */
export function stockOf(mentions: readonly Statement[], choice: QuoteChoice): Stock {
  const stockFor = (side: Quote['sentiment']) =>
    findSurest(mentions, side, choice)
      .flatMap((candidate) => rankCandidate(candidate, side, choice) ?? [])
      .sort(compareRanked);
  return { positive: stockFor('positive'), negative: stockFor('negative') };
}

/** Returns the most confident candidates of a side, in their order of choice. */
export function findSurest(
  mentions: readonly Statement[],
  side: Quote['sentiment'],
  { orderOf }: Pick<QuoteChoice, 'orderOf'>,
): readonly Candidate[] {
  return mentions
    .filter((statement) => statement.side === side)
    .map((statement) => ({ statement, order: orderOf(statement) }))
    .sort((a, b) => a.order - b.order || compareSureness(a.statement, b.statement))
    .slice(0, READ_CLOSELY);
}

/** The most confident first, then by review, the newest first, and in the order of the text. */
export function compareSureness(a: Statement, b: Statement): number {
  return (
    b.sureness - a.sureness ||
    compareReviews(a.from.review, b.from.review) ||
    a.mention.start - b.mention.start
  );
}

/**
 * Returns true if a mention is too uncertain for a delicate quote: one that names a person of the
 * business, or contradicts the stars. Praise and criticism are treated alike.
 */
export function isTooUnsure(
  mention: Pick<Mention, 'sentiment' | 'confidence'>,
  stars: number,
  isPersonal: boolean,
): boolean {
  return mention.confidence < SURE_ENOUGH && (isPersonal || isAgainst(mention, stars));
}

/** Returns a candidate with its rank; undefined if it is refused. */
function rankCandidate(
  { statement, order }: Candidate,
  sentiment: Quote['sentiment'],
  { read, worthOf }: QuoteChoice,
): RankedQuote | undefined {
  const { mention, from, sureness } = statement;
  const quotation = read(statement);
  if (!quotation) return undefined;
  const { refusal, clarity, isPersonal, text, start, end, clause } = quotation;
  const isPinned = order === 0;
  const isUnsure = isTooUnsure(mention, from.stars, isPersonal);
  const rank = sureness * clarity * worthOf(statement);
  const isWeak = isUnsure || refusal !== undefined || rank < LEAST_RANK;
  if (isPinned ? FINAL_REFUSALS.has(refusal) : isWeak) return undefined;
  const { id: reviewId, url, datePublished } = from.review;
  const { confidence } = mention;
  const quote = { reviewId, url, text, start, end, clause, sentiment, confidence, datePublished };
  return { quote, rank, isPinned };
}
