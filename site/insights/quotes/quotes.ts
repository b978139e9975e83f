import type { Mention } from '../mention.ts';
import { isAgainst, type Said } from '../noted-review.ts';
import { type Candidate, type CandidateChoice, findSurest } from './best-quotes.ts';
import { compareRanked, type RankedQuote, type Stock } from './choose-quotes.ts';
import { FINAL_REFUSALS } from './quotation.ts';
import type { ReadQuote } from './read-quote.ts';

/** Minimum confidence of a quote that names somebody of the business, or is against the stars. */
const SURE_ENOUGH = 0.95;

/** Minimum rank of a quote. */
const LEAST_RANK = 0.3;

/** A quote that does not name what it is quoted for says less about it. */
export const NAMELESS = 0.7;

/** Which mentions are quoted of something, and for how much. */
type QuoteChoice = CandidateChoice & {
  readonly read: ReadQuote;
  /** How much the words speak of what they are quoted for, from 0 to 1. */
  readonly worthOf: (said: Said) => number;
};

/**
 * What may be quoted for and against something, the best first. The surest mentions (best-quotes.ts)
 * are extended to whole sentences (quotation.ts), refused where they are private (private-matters.ts)
 * or do not read alone (reads-alone.ts), ranked by sureness × clarity × worth, and chosen
 * (choose-quotes.ts).
 */
export function stockOf(mentions: readonly Said[], choice: QuoteChoice): Stock {
  const { positive, negative } = findSurest(mentions, choice);
  const rank = (candidates: readonly Candidate[]) =>
    candidates.flatMap((candidate) => rankCandidate(candidate, choice) ?? []).sort(compareRanked);
  return { positive: rank(positive), negative: rank(negative) };
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
  { said, side, order }: Candidate,
  { read, worthOf }: QuoteChoice,
): RankedQuote | undefined {
  const { mention, from, sureness } = said;
  const quotation = read(from.review, mention);
  if (!quotation) return undefined;
  const { refusal, clarity, isPersonal } = quotation;
  const isPinned = order === 0;
  const isUnsure = isTooUnsure(mention, from.stars, isPersonal);
  const rank = sureness * clarity * worthOf(said);
  const isWeak = isUnsure || refusal !== undefined || rank < LEAST_RANK;
  if (isPinned ? FINAL_REFUSALS.has(refusal) : isWeak) return undefined;
  return { said, side, quotation, rank, isPinned };
}
