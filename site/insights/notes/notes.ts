import { keyOfVocabulary, vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeLast } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { keyOfGazetteers } from '#dataset/text/mentions.ts';
import { createNoteTaker } from './take-notes.ts';

/**
 * What insights ask of one mention besides what is published of it. Plain JSON; what is empty, or is
 * never asked, is left out.
 */
export type MentionNotes = {
  /** The terms of its own aspect in its words, as aspects.yaml spells them. */
  readonly terms?: readonly string[];
  /** Of praise and criticism: how much its words speak of its aspect, from 0 to 1. */
  readonly worth?: number;
  /** The ids of the people whom it praises or criticizes. */
  readonly people?: readonly string[];
  /** Of praise and criticism: the ids of the services, and of the places, that its words name. */
  readonly services?: readonly string[];
  readonly places?: readonly string[];
};

/** Facts about one published review that insights need and that take time to find. Plain JSON. */
export type Notes = {
  /** The noun phrases of an analyzed text, each once. */
  readonly phrases: readonly string[];
  /** Of each of its mentions, in their order. */
  readonly mentions: readonly MentionNotes[];
};

/** Gives the notes of a review of one dataset. */
export type NotesOf = (review: Review) => Notes;

/** Notes that an earlier process took, and the key of all else that they depend on. */
export type KnownNotes = {
  readonly key: string;
  readonly of: (review: Review) => Notes | undefined;
};

/** Everything besides the review that its notes depend on. */
export const keyOfNotes = memoize((dataset: Dataset): string => {
  return `${keyOfGazetteers(dataset)} ${keyOfVocabulary(vocabularyOf(dataset))}`;
});

/**
 * Takes notes of reviews and remembers them with each, until their key is another; `known` ones need
 * not be taken.
 */
export function rememberNotes(known?: KnownNotes): (dataset: Dataset) => NotesOf {
  return memoizeLast(keyOfNotes, (dataset) => {
    const before = known?.key === keyOfNotes(dataset) ? known.of : () => undefined;
    const takeNotes = createNoteTaker(dataset);
    return memoize((review) => before(review) ?? takeNotes(review));
  });
}
