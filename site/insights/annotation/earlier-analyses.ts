import {
  type AnnotatedText,
  type Annotations,
  type CreateAnnotate,
  keyOfVocabulary,
  type Vocabulary,
} from '#dataset/annotate.ts';
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

/** What an earlier process found in texts, so that it need not be found again. */
export class EarlierAnalyses {
  #read: () => Analysed | undefined;
  #known: Known | undefined;

  /** Calls `read` when it is first asked for an analysis. */
  constructor(read: () => Analysed | undefined) {
    this.#read = read;
  }

  /** The same analysis, which takes over earlier results where it can. */
  reuseFor(createAnnotate: CreateAnnotate): CreateAnnotate {
    return (vocabulary) => {
      const annotate = createAnnotate(vocabulary);
      const terms = keyOfVocabulary(vocabulary);
      return (text) => this.#find(text, terms) ?? annotate(text);
    };
  }

  /** Forgets everything: from here on all is analysed. */
  forget(): void {
    this.#read = () => undefined;
    this.#known = undefined;
  }

  #find(text: IdentifiedText, terms: string): Annotations | undefined {
    const { id, reviewBody, rating, inLanguage } = text;
    if (id === undefined || isJudged(text) || reviewBody === '') return undefined;
    this.#known ??= knownFrom(this.#read());
    const review = this.#known.terms === terms ? this.#known.review(id) : undefined;
    const isSame =
      review?.reviewBody === reviewBody &&
      review.reviewRating.ratingValue === rating &&
      review.inLanguage === inLanguage;
    return isSame ? quoteFrom(reviewBody, review) : undefined;
  }
}

type Known = { readonly terms?: string; readonly review: Analysed['review'] };

function knownFrom(analysed: Analysed | undefined): Known {
  if (!analysed) return { review: () => undefined };
  return { terms: keyOfVocabulary(analysed.vocabulary), review: analysed.review };
}

/** Quotes are slices of the current text, so that what was read can be freed. */
function quoteFrom(reviewBody: string, { sentiment, aspects }: Annotations): Annotations {
  const quote = (mention: Mention): Mention => ({
    ...mention,
    quote: reviewBody.slice(mention.start, mention.end),
  });
  return { ...(sentiment && { sentiment }), ...(aspects && { aspects: aspects.map(quote) }) };
}
