import { fold } from '#dataset/text/fold.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { termsOf } from '#search/question/terms.ts';

const LETTER = String.raw`[\p{L}\p{N}]`;

/** What finds in a folded text what a question asks of it; undefined where it asks for no text. */
export function soughtText({ query, words }: FilterQuery): RegExp | undefined {
  const phrase = fold(query ?? '');
  const texts = termsOf(words ?? '').flatMap(({ text, forms }) => (forms ? [...forms] : [text]));
  // The first that fits is taken: "lose's" before "lose".
  const longestFirst = texts.toSorted((a, b) => b.length - a.length).map(RegExp.escape);
  const either = [
    ...(phrase === '' ? [] : [RegExp.escape(phrase)]),
    ...(texts.length === 0 ? [] : [`(?<!${LETTER})(?:${longestFirst.join('|')})(?!${LETTER})`]),
  ];
  return either.length === 0 ? undefined : new RegExp(either.join('|'), 'gu');
}
