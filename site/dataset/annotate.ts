import type { Content } from './content.ts';
import type { Review } from './review.ts';
import type { StoredBusiness } from './schema/stored-business.ts';
import type { Aspect } from './schema/stored-entities.ts';
import type { StoredReview } from './schema/stored-review.ts';

/** What an analysis of its text adds to a review; nothing where there is nothing to analyse. */
export type Annotations = Pick<Review, 'sentiment' | 'aspects'>;

/** What of a review an analysis looks at; `aspects`, `sentiment` and `quotes` are editors' own word. */
export type AnnotatedText = Pick<
  StoredReview,
  'reviewBody' | 'rating' | 'aspects' | 'sentiment' | 'quotes'
> & {
  readonly inLanguage: string;
};

/** Analyses one text after another. Same text, same annotations. */
export type Annotate = (text: AnnotatedText) => Annotations;

/** The words that reviews are held against. */
export type Vocabulary = {
  readonly aspects: readonly Aspect[];
  /** Words for those whose conduct is not that of the business, such as "adjuster". */
  readonly others: readonly string[];
  /** Names and aliases of the business and its people. */
  readonly names: readonly string[];
};

/**
 * Makes an analysis for the words that reviews are held against. It is passed in, since what reviews
 * mean is derived from the dataset, not part of it.
 */
export type CreateAnnotate = (vocabulary: Vocabulary) => Annotate;

/** The words of some content. */
export function vocabularyOf(
  content: Pick<Content, 'aspects' | 'others' | 'technicians'> & {
    readonly business: Pick<StoredBusiness, 'name'>;
  },
): Vocabulary {
  const { aspects, others, business, technicians } = content;
  const people = technicians.flatMap(({ name, aliases, unambiguous }) => [
    name,
    ...aliases,
    ...(unambiguous ? name.split(' ').slice(0, 1) : []),
  ]);
  return { aspects, others, names: [business.name, ...people] };
}

/** All of a vocabulary that decides what is found, the order of the aspects included, as a key. */
export function keyOfVocabulary({ aspects, others, names }: Vocabulary): string {
  return JSON.stringify([others, names, aspects.map(({ id, terms }) => [id, terms])]);
}

/** The analysis of who wants none. */
export const annotateNothing: CreateAnnotate = () => () => ({});
