import {
  type AnnotatedText,
  type Annotations,
  type CreateAnnotate,
  keyOfVocabulary,
  type Vocabulary,
} from '#dataset/annotate.ts';
import type { Review } from '#dataset/review.ts';
import { isJudged } from '#dataset/stored-review.ts';
import type { Mention } from '../mention.ts';

/** What was published of reviews, analysed by this very program. */
export type Analysed = {
  readonly vocabulary: Vocabulary;
  /**
   * The review with an id; none of those in which editors had a word, since whether they still say
   * so, the record does not tell. It is read when it is asked for, as all would fill the memory.
   */
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

  /** An analysis that says what the other would, and takes over what it can. */
  reuseFor(createAnnotate: CreateAnnotate): CreateAnnotate {
    return (vocabulary) => {
      const annotate = createAnnotate(vocabulary);
      const terms = keyOfVocabulary(vocabulary);
      return (text) => this.#find(text, terms) ?? annotate(text);
    };
  }

  /** Lets go of everything. From here on all is analysed. */
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

type Known = Pick<Analysed, 'review'> & { readonly terms: string };

function knownFrom({ vocabulary, review }: Analysed = NOTHING): Known {
  return { terms: keyOfVocabulary(vocabulary), review };
}

const NOTHING: Analysed = {
  vocabulary: { aspects: [], others: [], names: [] },
  review: () => undefined,
};

/** Quotes are parts of the text that is there anyway; they hold on to nothing of what was read. */
function quoteFrom(reviewBody: string, { sentiment, aspects }: Annotations): Annotations {
  const quote = (mention: Mention): Mention => ({
    ...mention,
    quote: reviewBody.slice(mention.start, mention.end),
  });
  return { ...(sentiment && { sentiment }), ...(aspects && { aspects: aspects.map(quote) }) };
}
