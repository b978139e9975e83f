import type { Aspect } from '#dataset/stored-entities.ts';
import type { StoredReview } from '#dataset/stored-review.ts';
import { SURE_ENOUGH } from '#insights/balanced-quotes.ts';
import type { InsightsDocument, Quote } from '#insights/insights-document.ts';
import type { Mention } from '#insights/mention.ts';
import { quotationOf, type Refusal } from '#insights/quotation.ts';

/** Words of a review that insights.json quotes, and under what. */
export type Quoted = Pick<Quote, 'text' | 'start' | 'end' | 'clause'> & {
  /** The name of the aspect, person, service, place or topic. */
  readonly under: string;
  /** The id of the aspect, where it is one. */
  readonly aspect?: string;
};

/** The quotes of a review. */
export function listQuoted(insights: InsightsDocument, reviewId: string): Quoted[] {
  const { technicians, services, serviceAreas } = insights.entities;
  const named = [...technicians, ...services, ...serviceAreas];
  const places = [
    ...insights.aspects.map(({ id, name, quotes }) => ({ under: name, aspect: id, quotes })),
    ...named.map(({ name, quotes }) => ({ under: name, quotes })),
    ...insights.topics.map(({ label, quotes }) => ({ under: label, quotes })),
  ];
  return places.flatMap(({ quotes, ...place }) =>
    quotes
      .filter((quote) => quote.reviewId === reviewId)
      .map(({ text, start, end, clause }) => ({ ...place, text, start, end, clause })),
  );
}

/**
 * Why the words of a mention are not quoted for its aspect, in words that editors know. `familiar`:
 * the words of the names of the business and its people.
 */
export function whyNotQuoted(
  mention: Mention,
  { id, verification, reviewBody }: StoredReview,
  familiar: ReadonlySet<string>,
  aspects: readonly Aspect[],
): string {
  if (verification.status !== 'verified') return `the review is ${verification.status}`;
  if (mention.quotable === false) return 'editors want it never to be quoted';
  if (aspects.some((aspect) => aspect.id === mention.id && aspect.quotes?.veto.includes(id))) {
    return 'aspects.yaml wants this review never to be quoted for it';
  }
  if (mention.about === 'other') return 'it is about somebody else';
  if (mention.sentiment === 'neutral' || mention.sentiment === 'mixed') return 'it takes no side';
  if (mention.sentiment === 'negative' && mention.confidence < SURE_ENOUGH) {
    return 'it is criticism, and less than 95 % sure';
  }
  const refusal = quotationOf(reviewBody, mention, familiar)?.refusal;
  return refusal
    ? REFUSALS[refusal]
    : 'others were chosen, or the review is quoted for something else';
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  contact: 'the sentence holds contact data',
  number: 'the sentence holds the number of a claim, an account or the like',
  health: 'the sentence tells of somebody’s health',
  length: 'the sentence is too short or too long',
  question: 'the sentence is a question',
  fragment: 'the sentence is not whole',
  pronoun: 'the sentence says “he” or “she” of somebody named before',
  doubt: 'it speaks of a doubt, which is easily misread',
  story: 'it tells what happened, not what the business did',
};
