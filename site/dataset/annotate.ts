import type { Content } from './content.ts';
import type { Review } from './review.ts';
import type { Trade } from './schema/stored-aspects.ts';
import type { StoredBusiness } from './schema/stored-business.ts';
import type { Aspect, Technician } from './schema/stored-entities.ts';
import type { StoredReview } from './schema/stored-review.ts';

/** The members that the analysis of its text adds to a review; empty without a text. */
export type Annotations = Pick<Review, 'sentiment' | 'aspects' | 'people'>;

/** The input of the analysis: a review's text, whom it mentions, and what its editors judged. */
export type AnnotatedText = Pick<
  StoredReview,
  'reviewBody' | 'rating' | 'technicians' | 'aspects' | 'sentiment' | 'quotes'
> & {
  readonly inLanguage: string;
};

/** Analyzes texts. Equal texts get equal annotations. */
type Annotate = (text: AnnotatedText) => Annotations;

/** The words by which reviews are analyzed. */
export type Vocabulary = {
  readonly aspects: readonly Aspect[];
  /** The built-in list of the aspects, which may come with a model; undefined for editors' own. */
  readonly trade: Trade | undefined;
  /** Words for third parties, such as "adjuster", whose conduct is not the business's. */
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

/** A key of everything in a vocabulary that affects the result, including the order of aspects. */
export function keyOfVocabulary(vocabulary: Vocabulary): string {
  const { aspects, trade, others, names, technicians } = vocabulary;
  const members = ['id', 'name', 'aliases', 'terms', 'term', 'weight'];
  return JSON.stringify([trade, others, names, technicians, aspects], members);
}

/** Annotates nothing. */
export const annotateNothing: CreateAnnotate = () => () => ({});
