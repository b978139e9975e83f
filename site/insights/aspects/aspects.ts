import { type Vocabulary, vocabularyOf } from '#dataset/annotate.ts';
import { RatingSum } from '#dataset/counts.ts';
import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { addAll, applyToTally, type Tally } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { createNameHider } from '#insights/annotation/hide-names.ts';
import { chooseQuotes, type Stock } from '#insights/quotes/choose-quotes.ts';
import { createPeopleFinder } from '#insights/quotes/names-in-quotes.ts';
import { familiarWords } from '#insights/quotes/quotation.ts';
import { BalancedQuotes, type QuoteChoice } from '#insights/quotes/quotes.ts';
import { findUnquotedCriticism } from '#insights/quotes/unquoted-criticism.ts';
import { countWords, listWords, tokenize } from '#insights/text/tokenize.ts';
import type { AspectInsight, InsightsDocument } from '../insights-document.ts';
import { createKeyedTally } from '../keyed-tally.ts';
import { type Mention, ownMentions } from '../mention.ts';
import {
  OpinionCounts,
  OpinionsByKey,
  quarterOf,
  sidesOfAspect,
  trendOf,
} from '../opinion-counts.ts';
import { createAspectFinder, createTermFinder } from './find-aspects.ts';

/**
 * Counts what reviews say about each aspect, in the order of the editors. An edit changes the tallies
 * of its reviews alone; new aspects or names begin again with all of them.
 */
export class AspectCounter {
  #key = '';
  #counted: readonly CountedAspect[] = [];
  #tally: Tally<Review> = createKeyedTally(new Map(), () => []);

  update(dataset: Dataset, edit: ReviewEdit): InsightsDocument['aspects'] {
    const { aspects, reviews, aggregateRating } = dataset;
    const { names, people } = vocabularyOf(dataset);
    const key = JSON.stringify([aspects, names]);
    const isSame = key === this.#key;
    if (!isSame) this.#begin(dataset, { names, people });
    this.#key = key;
    applyToTally(this.#tally, isSame ? edit : addAll(reviews));
    const quotes = chooseQuotes(
      this.#counted.map(({ tally }) => tally.quotable(reviews)),
      MAX_QUOTES,
    );
    return this.#counted.map(({ tally, ...said }, index) => {
      const figures = tally.figures(aggregateRating.reviewCount);
      const quoted = quotes[index] ?? [];
      const { negativeReviewCount } = figures;
      const isCritical = (review: Review) => sidesOfAspect(review, said.id).criticises;
      return {
        ...said,
        ...figures,
        quotes: quoted,
        unquotedCriticism: findUnquotedCriticism(quoted, negativeReviewCount, reviews, isCritical),
      };
    });
  }

  #begin({ aspects, technicians }: Dataset, named: Pick<Vocabulary, 'names' | 'people'>): void {
    const naming = {
      familiar: familiarWords(named.names),
      isPersonal: createPeopleFinder(technicians),
    };
    const hideNames = createNameHider(named);
    const wordsIn = (quote: string) => listWords(hideNames(tokenize(quote), quote));
    const weighIn = createScale(aspects, wordsIn);
    this.#counted = aspects.map((aspect) => {
      const { id, name, description } = aspect;
      const weigh = (mention: Mention, review: Review) => weighIn(id, mention, review);
      const findTerms = createTermFinder(aspect);
      const termsIn = (quote: string) => findTerms(wordsIn(quote));
      const tally = new AspectTally(aspect, termsIn, weigh, naming);
      return { id, name, description, tally };
    });
    const tallies = new Map(this.#counted.map(({ id, tally }) => [id, tally]));
    this.#tally = createKeyedTally(tallies, (review) => ownMentions(review).map(({ id }) => id));
  }
}

type Figures = Omit<AspectInsight, keyof Said | 'quotes' | 'unquotedCriticism'>;

type Said = Pick<Aspect, 'id' | 'name' | 'description'>;
type CountedAspect = Said & { readonly tally: AspectTally };

/** Weighs the terms of an aspect in a mention. What an editor found without a term weighs 1. */
function createScale(
  aspects: readonly Aspect[],
  wordsIn: (quote: string) => readonly string[],
): (aspect: string, mention: Mention, review: Review) => TermWeights {
  const findAspects = createAspectFinder(aspects);
  return (aspect, { quote, start, end }, review) => {
    const found = findAspects(wordsIn(quote));
    const weights = new Map(found.map(({ id, weight }) => [id, weight]));
    const others = ownMentions(review).filter(
      (other) => other.start === start && other.end === end && other.id !== aspect,
    );
    return {
      own: weights.get(aspect) ?? 1,
      rival: Math.max(0, ...others.map(({ id }) => weights.get(id) ?? 0)),
    };
  };
}

/** Minimum reviews with a keyword, and minimum share of all that have a text. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_KEYWORDS = 10;

/** Fewer reviews than these are a low sample size. */
const ENOUGH_REVIEWS = 5;

const MAX_QUOTES = { positive: 3, negative: 2 } as const;

/** The weight of terms at which a quote is worth a half; a single plain term weighs 1. */
const HALF_WORTH = 0.5;

/** A clause with more words for each term of weight 1 may be about something else. */
const WORDS_OF_A_TERM = 12;

/** What the terms of an aspect weigh in a mention, and those of the heaviest other one. */
type TermWeights = { readonly own: number; readonly rival: number };

/** The figures of one aspect, as reviews that mention it are added and removed. */
class AspectTally implements Tally<Review> {
  readonly #aspect: string;
  readonly #termsIn: (text: string) => readonly string[];
  readonly #ratings = new RatingSum();
  readonly #opinions = new OpinionCounts();
  readonly #quarters = new OpinionsByKey();
  readonly #terms = new OpinionsByKey();
  readonly #quotes: BalancedQuotes;

  /**
   * `termsIn` gives the distinct terms of the aspect that occur in a text, and `weighIn` what they
   * weigh in a mention. `naming` as in `BalancedQuotes`.
   */
  constructor(
    { id, quotes: { pin, veto } = { pin: [], veto: [] } }: Aspect,
    termsIn: (text: string) => readonly string[],
    weighIn: (mention: Mention, review: Review) => TermWeights,
    naming: Pick<QuoteChoice, 'familiar' | 'isPersonal'>,
  ) {
    const [pinned, vetoed] = [new Set(pin), new Set(veto)];
    this.#aspect = id;
    this.#termsIn = termsIn;
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: (mention, review) => mention.id === id && !vetoed.has(review.id),
      isNaming: () => false,
      isPinned: (review) => pinned.has(review.id),
      worthOf: (mention, review) =>
        worthOf(weighIn(mention, review), countWords(tokenize(mention.quote))),
      ...naming,
    });
  }

  add(review: Review): void {
    this.#ratings.add(review.reviewRating.ratingValue);
    this.#change(review, 1);
    this.#quotes.add(review);
  }

  remove(review: Review): void {
    this.#ratings.remove(review.reviewRating.ratingValue);
    this.#change(review, -1);
    this.#quotes.remove(review);
  }

  #change(review: Review, by: 1 | -1): void {
    const own = ownMentions(review).filter(({ id }) => id === this.#aspect);
    const sentiments = own.map(({ sentiment }) => sentiment);
    this.#opinions.change(sentiments, by);
    this.#quarters.change(quarterOf(review.datePublished), sentiments, by);
    const terms = own.flatMap(({ quote, sentiment }) =>
      this.#termsIn(quote).map((term) => ({ term, sentiment })),
    );
    for (const [term, said] of Map.groupBy(terms, ({ term }) => term)) {
      this.#terms.change(
        term,
        said.map(({ sentiment }) => sentiment),
        by,
      );
    }
  }

  figures(textReviewCount: number): Figures {
    const { count, mean } = this.#ratings;
    return {
      ...this.#opinions.figures,
      mixedReviewCount: this.#opinions.mixedReviewCount,
      interval: this.#opinions.interval,
      averageRating: mean,
      sampleSize: count < ENOUGH_REVIEWS ? 'low' : 'ok',
      keywords: this.#keywords(textReviewCount),
      trend: trendOf(this.#quarters),
    };
  }

  /** What may be quoted. `reviews` are all published ones; those that were added are among them. */
  quotable(reviews: readonly Review[]): Stock {
    return this.#quotes.stock(reviews);
  }

  #keywords(textReviewCount: number): AspectInsight['keywords'] {
    const least = Math.max(LEAST_REVIEWS, LEAST_SHARE * textReviewCount);
    return this.#terms
      .entries()
      .filter(([, { reviewCount }]) => reviewCount >= least)
      .map(([term, { figures }]) => ({
        term,
        count: figures.reviewCount,
        sentiment: figures.score,
      }))
      .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_KEYWORDS);
  }
}

/** How much a clause with `words` words is about an aspect, from 0 to 1. */
function worthOf({ own, rival }: TermWeights, words: number): number {
  // A quote is shown for the aspect of which it says most, and rather where it says nothing else.
  if (rival > own) return 0;
  const share = 1 - rival / own / 4;
  const density = Math.min(1, (own * WORDS_OF_A_TERM) / words);
  return (own / (own + HALF_WORTH)) * share * density;
}
