import type { Review } from './review.ts';
import type { Aspect } from './stored-entities.ts';
import type { StoredReview } from './stored-review.ts';

/** What an analysis of its text adds to a review; nothing where there is nothing to analyse. */
export type Annotations = Pick<Review, 'sentiment' | 'aspects'>;

/** What of a review an analysis looks at; `aspects` are what editors judge themselves. */
export type AnnotatedText = Pick<StoredReview, 'reviewBody' | 'rating' | 'aspects'> & {
  readonly inLanguage: string;
};

/** Analyses one text after another. Same text, same annotations. */
export type Annotate = (text: AnnotatedText) => Annotations;

/**
 * Makes an analysis for the aspects that reviews are held against. It is passed in, since what
 * reviews mean is derived from the dataset, not part of it.
 */
export type CreateAnnotate = (aspects: readonly Aspect[]) => Annotate;

/** What of the aspects decides what is found of them, their order included. */
export function termsOf(aspects: readonly Aspect[]): string {
  return JSON.stringify(aspects, ['id', 'terms', 'term', 'weight']);
}

/** The analysis of who wants none. */
export const annotateNothing: CreateAnnotate = () => () => ({});
