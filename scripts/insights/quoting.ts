import type { StoredReview } from '#dataset/stored-review.ts';
import type { InsightsDocument, Quote } from '#insights/insights-document.ts';
import type { Mention } from '#insights/mention.ts';

/** Words of a review that insights.json quotes, and under what. */
export type Quoted = Pick<Quote, 'text' | 'start' | 'end'> & {
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
      .map(({ text, start, end }) => ({ ...place, text, start, end })),
  );
}

/** Why the words of a mention are not quoted for its aspect, in words that editors know. */
export function whyNotQuoted(mention: Mention, { verification }: StoredReview): string {
  if (verification.status !== 'verified') return `the review is ${verification.status}`;
  if (mention.quotable === false) return 'editors want it never to be quoted';
  if (mention.about === 'other') return 'it is about somebody else';
  if (mention.sentiment === 'neutral' || mention.sentiment === 'mixed') return 'it takes no side';
  return 'others were chosen';
}
