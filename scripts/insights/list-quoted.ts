import type { InsightsDocument, Quote } from '#insights/insights-document.ts';

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
