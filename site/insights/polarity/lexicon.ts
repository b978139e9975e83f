import { type Token, tokenize } from '#insights/text/tokenize.ts';

/** A term of a lexicon in a text: its valence, and the place of its first token. */
export type Valued = { readonly value: number; readonly from: number };

/** Finds the terms of a lexicon among tokens, from left to right; none overlaps another. */
export type FindValued = (tokens: readonly Token[]) => readonly Valued[];

/** Terms with the same start: the valence of the one that ends here, and the rest of the others. */
type Branch = { value?: number; readonly next: Map<string, Branch> };

/**
 * Creates a finder of terms whose words and marks are adjacent and literal, each with its valence.
 * At each place the longest wins; of two valences of a term the first counts.
 */
export function createLexicon(terms: Iterable<readonly [string, number]>): FindValued {
  const root: Branch = { next: new Map() };
  for (const [term, value] of terms) {
    let branch = root;
    for (const { text } of tokenize(term)) {
      const known = branch.next.get(text) ?? { next: new Map() };
      branch.next.set(text, known);
      branch = known;
    }
    branch.value ??= value;
  }
  return (tokens) => {
    const valued: Valued[] = [];
    for (let from = 0; from < tokens.length; ) {
      let [value, to]: [number | undefined, number] = [undefined, from + 1];
      let branch = root.next.get(tokens[from]?.text ?? '');
      for (let end = from + 1; branch; end++) {
        if (branch.value !== undefined) [value, to] = [branch.value, end];
        branch = branch.next.get(tokens[end]?.text ?? '');
      }
      if (value !== undefined) valued.push({ value, from });
      from = to;
    }
    return valued;
  };
}
