import { fold } from '#dataset/text/fold.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { textsOfTerms } from '#search/question/terms.ts';

const LETTER = String.raw`[\p{L}\p{N}]`;

/** A pattern for the text that a question looks for, in folded text; undefined if it looks for none. */
export function soughtText({ query, words }: FilterQuery): RegExp | undefined {
  const phrase = fold(query ?? '');
  const texts = textsOfTerms(words ?? '');
  // The first that fits is taken: "lose's" before "lose".
  const longestFirst = texts.toSorted((a, b) => b.length - a.length).map(RegExp.escape);
  const either = [
    ...(phrase === '' ? [] : [RegExp.escape(phrase)]),
    ...(texts.length === 0 ? [] : [`(?<!${LETTER})(?:${longestFirst.join('|')})(?!${LETTER})`]),
  ];
  return either.length === 0 ? undefined : new RegExp(either.join('|'), 'gu');
}
