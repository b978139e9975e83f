import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { addAll, applyToTally, type Tally } from '#dataset/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import { AspectTally, MAX_QUOTES, type TermWeights } from './aspect-tally.ts';
import { chooseQuotes } from './choose-quotes.ts';
import { createAspectFinder, createTermFinder } from './find-aspects.ts';
import type { InsightsDocument } from './insights-document.ts';
import { createKeyedTally } from './keyed-tally.ts';
import { type Mention, ownMentions } from './mention.ts';
import { familiarWords } from './quotation.ts';
import { listWords, tokenize } from './text/tokenize.ts';

/**
 * Counts what reviews say about each aspect, one dataset after another, in the order of the editors:
 * only reviews that were edited are looked at, unless the aspects or names changed.
 */
export class AspectCounter {
  #key = '';
  #counted: readonly CountedAspect[] = [];
  #tally: Tally<Review> = createKeyedTally(new Map(), () => []);

  update(dataset: Dataset, edit: ReviewEdit): InsightsDocument['aspects'] {
    const { aspects, reviews, aggregateRating } = dataset;
    const { names } = vocabularyOf(dataset);
    const key = JSON.stringify([aspects, names]);
    const isSame = key === this.#key;
    if (!isSame) this.#begin(aspects, names);
    this.#key = key;
    applyToTally(this.#tally, isSame ? edit : addAll(reviews));
    const quotes = chooseQuotes(
      this.#counted.map(({ tally }) => tally.quotable(reviews)),
      MAX_QUOTES,
    );
    return this.#counted.map(({ tally, ...said }, index) => ({
      ...said,
      ...tally.figures(aggregateRating.reviewCount),
      quotes: quotes[index] ?? [],
    }));
  }

  #begin(aspects: readonly Aspect[], names: readonly string[]): void {
    const familiar = familiarWords(names);
    const weighIn = createScale(aspects);
    this.#counted = aspects.map((aspect) => {
      const { id, name, description } = aspect;
      const weigh = (mention: Mention, review: Review) => weighIn(id, mention, review);
      const tally = new AspectTally(aspect, createTermFinder(aspect), weigh, familiar);
      return { id, name, description, tally };
    });
    const tallies = new Map(this.#counted.map(({ id, tally }) => [id, tally]));
    this.#tally = createKeyedTally(tallies, (review) => ownMentions(review).map(({ id }) => id));
  }
}

type CountedAspect = Pick<Aspect, 'id' | 'name' | 'description'> & { readonly tally: AspectTally };

/**
 * Makes a scale for what the terms of an aspect weigh in a mention, beside those of the heaviest other
 * aspect that the same words speak of. What an editor found without a term weighs 1.
 */
function createScale(
  aspects: readonly Aspect[],
): (aspect: string, mention: Mention, review: Review) => TermWeights {
  const findAspects = createAspectFinder(aspects);
  return (aspect, { quote, start, end }, review) => {
    const found = findAspects(listWords(tokenize(quote)));
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
