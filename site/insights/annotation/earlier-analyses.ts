import {
  type AnnotatedText,
  type Annotations,
  type CreateAnnotate,
  keyOfVocabulary,
  type Vocabulary,
} from '#dataset/annotate.ts';
import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { isJudged } from '#dataset/schema/stored-review.ts';
import type { Mention } from '../mention.ts';

/** What was published of reviews, analysed by this very program. */
export type Analysed = {
  readonly vocabulary: Vocabulary;
  /** Reads one review: all would fill the memory. Those that editors judged may have changed and are missing. */
  readonly review: (id: string) => Review | undefined;
};

/** A text, and the id of its review where it is one of a review that may have been published. */
type IdentifiedText = AnnotatedText & { readonly id?: string };

const keyOf = memoize(keyOfVocabulary);

/** What an earlier process found in texts, so that it need not be found again. */
export class EarlierAnalyses {
  readonly #read: () => Analysed | undefined;
  /** Null where nothing is known. */
  #known: Analysed | null | undefined;

  /** Calls `read` when it is first asked for an analysis. */
  constructor(read: () => Analysed | undefined) {
    this.#read = read;
  }

  /** The same analysis, which takes over earlier results where it can. */
  reuseFor(createAnnotate: CreateAnnotate): CreateAnnotate {
    return (vocabulary) => {
      const annotate = createAnnotate(vocabulary);
      return (text) => this.#find(text, vocabulary) ?? annotate(text);
    };
  }

  /** Forgets everything: from here on all is analysed. */
  forget(): void {
    this.#known = null;
  }

  #find(text: IdentifiedText, vocabulary: Vocabulary): Annotations | undefined {
    const { id, reviewBody, rating, inLanguage } = text;
    if (id === undefined || isJudged(text) || reviewBody === '') return undefined;
    if (this.#known === undefined) this.#known = this.#read() ?? null;
    if (!this.#known || keyOf(this.#known.vocabulary) !== keyOf(vocabulary)) return undefined;
    const review = this.#known.review(id);
    const isSame =
      review?.reviewBody === reviewBody &&
      review.reviewRating.ratingValue === rating &&
      review.inLanguage === inLanguage;
    return isSame ? quoteFrom(reviewBody, review) : undefined;
  }
}

/** Quotes are slices of the current text, so that what was read can be freed. */
function quoteFrom(reviewBody: string, { sentiment, aspects }: Annotations): Annotations {
  const quote = (mention: Mention): Mention => ({
    ...mention,
    quote: reviewBody.slice(mention.start, mention.end),
  });
  return { ...(sentiment && { sentiment }), ...(aspects && { aspects: aspects.map(quote) }) };
}
