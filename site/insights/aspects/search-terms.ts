/** One or more words that are searched for together. */
export type Term = {
  readonly words: readonly string[];
  /** The maximum distance of a word from the one before: 1 is adjacent. */
  readonly mostSteps: number;
};

/** The place of a term among words: its first and its last word. */
export type TermMatch<Known extends Term> = {
  readonly term: Known;
  readonly start: number;
  readonly end: number;
};

/** A term with the forms of each of its words. */
type Sought<Known> = { readonly term: Known; readonly forms: readonly ReadonlySet<string>[] };

/**
 * Creates a search for terms, each word in any of the forms that `formsOf` gives. It finds every
 * match, in the order of their starts; if several start with one word, the shortest.
 */
export function createTermSearch<Known extends Term>(
  terms: Iterable<Known>,
  formsOf: (word: string) => ReadonlySet<string>,
): (words: readonly string[]) => readonly TermMatch<Known>[] {
  const byFirst = new Map<string, Sought<Known>[]>();
  for (const term of terms) {
    const forms = term.words.map(formsOf);
    for (const form of forms[0] ?? []) {
      const known = byFirst.get(form) ?? [];
      known.push({ term, forms });
      byFirst.set(form, known);
    }
  }
  return (words) => {
    const found: TermMatch<Known>[] = [];
    for (const [start, word] of words.entries()) {
      for (const sought of byFirst.get(word) ?? []) {
        const end = endOf(sought, words, start, 1);
        if (end !== undefined) found.push({ term: sought.term, start, end });
      }
    }
    return found;
  };
}

/** The place of the last word of a term whose words before `index` end at `place`, or undefined. */
function endOf<Known extends Term>(
  sought: Sought<Known>,
  words: readonly string[],
  place: number,
  index: number,
): number | undefined {
  const forms = sought.forms[index];
  if (!forms) return place;
  for (let next = place + 1; next <= place + sought.term.mostSteps; next++) {
    const end = forms.has(words[next] ?? '') ? endOf(sought, words, next, index + 1) : undefined;
    if (end !== undefined) return end;
  }
  return undefined;
}
