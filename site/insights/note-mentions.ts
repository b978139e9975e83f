import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { createGazetteers, wordsOf } from '#dataset/text/mentions.ts';
import { createNameHider } from '#insights/annotation/hide-names.ts';
import { createTermFinder } from '#insights/aspects/find-aspects.ts';
import { createAspectReader } from '#insights/aspects/read-aspects.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import { type Mention, ownMentions } from './mention.ts';

/** Unpublished facts about a mention that insights need. */
export type MentionNotes = {
  /** The terms of its aspect among its words, as spelled in aspects.yaml. */
  readonly terms: readonly string[];
  /** The degree to which its words are about its aspect, from 0 to 1. */
  readonly worth: number;
  /** The ids of the services and places that its words name. */
  readonly services: readonly string[];
  readonly places: readonly string[];
};

/** The notes of a statement about no aspect. */
export const NO_NOTES: MentionNotes = { terms: [], worth: 0, services: [], places: [] };

/** Creates a function that takes the notes of a mention of a review. */
export function createMentionNoter(
  dataset: Dataset,
): (mention: Mention, review: Review) => MentionNotes {
  const { aspects } = dataset;
  const vocabulary = vocabularyOf(dataset);
  const hideNames = createNameHider(vocabulary);
  const termFinders = new Map(aspects.map((aspect) => [aspect.id, createTermFinder(aspect)]));
  const readAspects = createAspectReader(vocabulary);
  const find = createGazetteers(dataset);
  return ({ id, quote, start, end }, review) => {
    const words = listWords(hideNames(tokenize(quote), quote));
    const weights = new Map(readAspects(words).map((match) => [match.id, match.weight]));
    const rivals = ownMentions(review).filter(
      (other) => other.start === start && other.end === end && other.id !== id,
    );
    const rival = Math.max(0, ...rivals.map((other) => weights.get(other.id) ?? 0));
    const names = wordsOf(quote);
    return {
      terms: termFinders.get(id)?.(words) ?? [],
      // A mention that only an editor sees weighs 1.
      worth: worthOf(weights.get(id) ?? 1, rival, words.length),
      services: find.services(names),
      places: find.serviceAreas(names),
    };
  };
}

/** The weight of terms at which a quote is worth a half; a single plain term weighs 1. */
const HALF_WORTH = 0.5;

/** A clause with more words for each term of weight 1 may be about something else. */
const WORDS_OF_A_TERM = 12;

/** Returns the degree to which a clause is about an aspect, by the weights of its terms. */
function worthOf(own: number, rival: number, words: number): number {
  // A quote is for the aspect that it mentions most, and better if it mentions no other.
  if (rival > own) return 0;
  const share = 1 - rival / own / 4;
  const density = Math.min(1, (own * WORDS_OF_A_TERM) / words);
  return (own / (own + HALF_WORTH)) * share * density;
}
