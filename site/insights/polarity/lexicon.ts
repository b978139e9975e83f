import { createTermSearch } from '#insights/aspects/search-terms.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';

/** A term of a lexicon in a text: its valence, and the place of its first token. */
export type Valued = { readonly value: number; readonly from: number };

/** Finds the terms of a lexicon among tokens, from left to right; none overlaps another. */
export type FindValued = (tokens: readonly Token[]) => readonly Valued[];

/**
 * Creates a finder of terms whose words and marks are adjacent and literal, each with its valence.
 * At each place the longest wins; of two valences of a term the first counts.
 */
export function createLexicon(terms: Iterable<readonly [string, number]>): FindValued {
  const sought = Array.from(terms, ([term, value]) => {
    return { value, words: tokenize(term).map(({ text }) => text), mostSteps: 1 };
  });
  const search = createTermSearch(sought, (word) => new Set([word]));
  return (tokens) => {
    const valued: Valued[] = [];
    let to = -1;
    const matches = search(tokens.map(({ text }) => text));
    for (const [from, own] of Map.groupBy(matches, ({ start }) => start)) {
      if (from <= to) continue;
      const longest = own.reduce((best, one) => (one.end > best.end ? one : best));
      valued.push({ value: longest.term.value, from });
      to = longest.end;
    }
    return valued;
  };
}
