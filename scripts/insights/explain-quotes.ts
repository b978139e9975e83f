import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { InsightsDocument, Quote } from '#insights/insights-document.ts';
import type { Mention } from '#insights/mention.ts';
import type { Refusal } from '#insights/quotes/quotation.ts';
import { isTooUnsure } from '#insights/quotes/quotes.ts';
import type { Analysis } from './analyze-content.ts';
import words from './reading-words.json' with { type: 'json' };

/** Words of a review that insights.json quotes, and their subject. */
export type Quoted = Pick<Quote, 'text' | 'start' | 'end' | 'clause'> & {
  /** The name of the aspect, person, service or place. */
  readonly under: string;
  readonly aspect?: string;
};

/** Returns all quotes of a review. */
export function listQuotes({ aspects, entities }: InsightsDocument, reviewId: string): Quoted[] {
  const subjects = [
    ...aspects.map(({ id, name, quotes }) => ({ under: name, aspect: id, quotes })),
    ...Object.values(entities)
      .flat()
      .map(({ name, quotes }) => ({ under: name, quotes })),
  ];
  return subjects.flatMap(({ quotes, ...subject }) =>
    quotes
      .filter((quote) => quote.reviewId === reviewId)
      .map(({ text, start, end, clause }) => ({ ...subject, text, start, end, clause })),
  );
}

const REFUSALS: Readonly<Record<Refusal, string>> = words.refusals;

/** Creates a function that returns the reason why a mention of a review is not quoted. */
export function createQuoteExplainer(
  { content, dataset, noter }: Analysis,
  { id, verification, rating }: StoredReview,
): (mention: Mention) => string {
  const review = dataset.reviews.find((one) => one.id === id);
  const statements = review ? noter.noteReview(review).statements : [];
  return (mention) => {
    if (!review) return `the review is ${verification.status}`;
    if (mention.quotable === false) return 'editors have excluded it from quotes';
    const aspect = content.aspects.find((one) => one.id === mention.id);
    if (aspect?.quotes?.veto.includes(id)) {
      return 'aspects.yaml excludes this review from its quotes';
    }
    if (mention.about === 'other') return 'it is about someone else';
    if (mention.sentiment === 'neutral' || mention.sentiment === 'mixed') {
      return `it is ${mention.sentiment}`;
    }
    const statement = statements.find((one) => one.mention === mention);
    const { refusal, isPersonal = false } = (statement && noter.readQuote(statement)) ?? {};
    if (isTooUnsure(mention, rating, isPersonal)) {
      return 'it names a person or contradicts the stars, and is less than 95% sure';
    }
    return refusal
      ? REFUSALS[refusal]
      : 'other quotes were chosen, or the review is quoted for something else';
  };
}
