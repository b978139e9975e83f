import { createTermSearch } from '#insights/aspects/search-terms.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';

/** A term of a lexicon in a text: its valence, and the place of its first token. */
export type Valued = { readonly value: number; readonly from: number };

/** Finds the terms of a lexicon among tokens, from left to right; none overlaps another. */
export type FindValued = (tokens: readonly Token[]) => readonly Valued[];

/**
 * Makes a finder of terms whose words and marks stand side by side as they are, each with its
 * valence. At each place the longest wins; of two valences of a term the first counts.
 */
export function createLexicon(terms: Iterable<readonly [string, number]>): FindValued {
  const search = createTermSearch(
    Array.from(terms, ([term, value]) => ({
      words: tokenize(term).map(({ text }) => text),
      mostSteps: 1,
      value,
    })),
    (word) => new Set([word]),
  );
  return (tokens) => {
    const valued: Valued[] = [];
    let last = { start: -1, end: -1 };
    for (const { start, end, term } of search(tokens.map(({ text }) => text))) {
      if (start === last.start && end > last.end) valued.pop();
      else if (start <= last.end) continue;
      valued.push({ value: term.value, from: start });
      last = { start, end };
    }
    return valued;
  };
}
