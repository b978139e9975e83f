import type { Content } from './content.ts';
import type { Review } from './review.ts';
import type { StoredBusiness } from './schema/stored-business.ts';
import type { Aspect } from './schema/stored-entities.ts';
import type { StoredReview } from './schema/stored-review.ts';

/** What an analysis of its text adds to a review; nothing where there is nothing to analyse. */
export type Annotations = Pick<Review, 'sentiment' | 'aspects'>;

/** What is analysed of a review; `aspects`, `sentiment` and `quotes` are judgements of editors. */
export type AnnotatedText = Pick<
  StoredReview,
  'reviewBody' | 'rating' | 'aspects' | 'sentiment' | 'quotes'
> & {
  readonly inLanguage: string;
};

/** Analyses one text after another. Same text, same annotations. */
type Annotate = (text: AnnotatedText) => Annotations;

/** The words by which reviews are analysed. */
export type Vocabulary = {
  readonly aspects: readonly Aspect[];
  /** Words for third parties, such as "adjuster": their conduct is not that of the business. */
  readonly others: readonly string[];
  /** The name of the business, and all of `people`. */
  readonly names: readonly string[];
  /** Names and aliases of its people. */
  readonly people: readonly string[];
};

/** Creates the analysis for a vocabulary. It is passed in, as `dataset` imports no insights. */
export type CreateAnnotate = (vocabulary: Vocabulary) => Annotate;

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
  return { aspects, others, names: [business.name, ...people], people };
}

/** All of a vocabulary that affects what is found, also the order of the aspects, as a key. */
export function keyOfVocabulary({ aspects, others, names }: Vocabulary): string {
  return JSON.stringify([others, names, aspects.map(({ id, terms }) => [id, terms])]);
}

/** Finds nothing. */
export const annotateNothing: CreateAnnotate = () => () => ({});
