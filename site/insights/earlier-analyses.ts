import {
  type AnnotatedText,
  type Annotations,
  type CreateAnnotate,
  termsOf,
} from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Mention } from './mention.ts';

/** How sure a judgement of an editor is; what is found never is as sure. */
const JUDGED = 1;

/** What was published of reviews, analysed by this very program. */
export type Analysed = Pick<Dataset, 'aspects' | 'reviews'>;

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
    return (aspects) => {
      const annotate = createAnnotate(aspects);
      const terms = termsOf(aspects);
      return (text) => this.#find(text, terms) ?? annotate(text);
    };
  }

  /** Lets go of everything. From here on all is analysed. */
  forget(): void {
    this.#read = () => undefined;
    this.#known = undefined;
  }

  #find(text: AnnotatedText, terms: string): Annotations | undefined {
    const { reviewBody, rating, inLanguage } = text;
    if (text.aspects || reviewBody === '') return undefined;
    this.#known ??= knownFrom(this.#read());
    if (this.#known.terms !== terms) return undefined;
    const found = this.#known.annotations.get(keyOf(reviewBody, rating, inLanguage));
    return found && quoteFrom(reviewBody, found);
  }
}

type Known = { readonly terms: string; readonly annotations: ReadonlyMap<string, Annotations> };

function knownFrom({ aspects, reviews }: Analysed = { aspects: [], reviews: [] }): Known {
  const annotations = new Map<string, Annotations>();
  for (const review of reviews) {
    const { reviewBody, reviewRating, inLanguage, sentiment, aspects: mentions } = review;
    // Whether an editor still says so, the record does not tell.
    if (reviewBody === '' || mentions?.some(({ confidence }) => confidence === JUDGED)) continue;
    annotations.set(keyOf(reviewBody, reviewRating.ratingValue, inLanguage), {
      ...(sentiment && { sentiment }),
      ...(mentions && { aspects: mentions }),
    });
  }
  return { terms: termsOf(aspects), annotations };
}

/** All that an analysis looks at, if no editor judges. */
function keyOf(reviewBody: string, rating: number, inLanguage: string): string {
  return `${rating} ${inLanguage} ${reviewBody}`;
}

/** Quotes are parts of the text that is there anyway; they hold on to nothing of what was read. */
function quoteFrom(reviewBody: string, { sentiment, aspects }: Annotations): Annotations {
  const quote = (mention: Mention): Mention => ({
    ...mention,
    quote: reviewBody.slice(mention.start, mention.end),
  });
  return { ...(sentiment && { sentiment }), ...(aspects && { aspects: aspects.map(quote) }) };
}
