import type { Content } from './content.ts';
import type { Review } from './review.ts';
import type { Trade } from './schema/stored-aspects.ts';
import type { StoredBusiness } from './schema/stored-business.ts';
import type { Aspect, Technician } from './schema/stored-entities.ts';
import type { StoredReview } from './schema/stored-review.ts';

/** What an analysis of its text adds to a review; nothing where there is nothing to analyse. */
export type Annotations = Pick<Review, 'sentiment' | 'aspects' | 'people'>;

/** What is analysed of a review, with what editors say of it: whom it mentions, and judgements. */
export type AnnotatedText = Pick<
  StoredReview,
  'reviewBody' | 'rating' | 'technicians' | 'aspects' | 'sentiment' | 'quotes'
> & {
  readonly inLanguage: string;
};

/** Analyses one text after another. Same text, same annotations. */
type Annotate = (text: AnnotatedText) => Annotations;

/** The words by which reviews are analysed. */
export type Vocabulary = {
  readonly aspects: readonly Aspect[];
  /** The list that the aspects are from, which may come with a model; undefined of editors' own. */
  readonly trade: Trade | undefined;
  /** Words for third parties, such as "adjuster": their conduct is not that of the business. */
  readonly others: readonly string[];
  /** The name of the business, and all of `people`. */
  readonly names: readonly string[];
  /** Names and aliases of its people. */
  readonly people: readonly string[];
  readonly technicians: readonly Technician[];
};

/** Creates the analysis for a vocabulary. It is passed in, as `dataset` imports no insights. */
export type CreateAnnotate = (vocabulary: Vocabulary) => Annotate;

export function vocabularyOf(
  content: Pick<Content, 'aspects' | 'trade' | 'others' | 'technicians'> & {
    readonly business: Pick<StoredBusiness, 'name'>;
  },
): Vocabulary {
  const { aspects, trade, others, business, technicians } = content;
  const people = technicians.flatMap(({ name, aliases, unambiguous }) => [
    name,
    ...aliases,
    ...(unambiguous ? name.split(' ').slice(0, 1) : []),
  ]);
  return { aspects, trade, others, names: [business.name, ...people], people, technicians };
}

/** All of a vocabulary that affects what is found, also the order of the aspects, as a key. */
export function keyOfVocabulary(vocabulary: Vocabulary): string {
  const { aspects, trade, others, names } = vocabulary;
  const technicians = vocabulary.technicians.map(({ id, name, aliases }) => [id, name, aliases]);
  return JSON.stringify([
    trade,
    others,
    names,
    technicians,
    aspects.map(({ id, terms }) => [id, terms]),
  ]);
}

/** Finds nothing. */
export const annotateNothing: CreateAnnotate = () => () => ({});
