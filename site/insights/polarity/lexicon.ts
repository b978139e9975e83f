import { createPhraseFinder } from '#dataset/text/mentions.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';

/** A term of a lexicon in a text: its valence, and the place of its first token. */
export type Valued = { readonly value: number; readonly from: number };

/** Finds the terms of a lexicon among tokens, as `createPhraseFinder` does. */
export type FindValued = (tokens: readonly Token[]) => readonly Valued[];

/** Creates a finder of terms whose words and marks are adjacent and literal, with their valences. */
export function createLexicon(terms: Iterable<readonly [string, number]>): FindValued {
  const textsOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text);
  const find = createPhraseFinder(
    Array.from(terms, ([term, value]) => ({ value, words: textsOf(tokenize(term)) })),
  );
  return (tokens) => find(textsOf(tokens)).map(({ phrase: { value }, from }) => ({ value, from }));
}
