import { createTermSearch, type Term, type TermMatch } from './search-terms.ts';

/** Of the terms of one group only the best stands at a place. */
export type GroupTerm = Term & { readonly group: object };

/**
 * Makes a finder of terms; matches come in the order of the terms. Of those of one group the longest
 * wins at a place: a shorter one within its stretch does not count. Of equally long ones in the
 * same stretch the one that is spelt so counts, or else the first.
 */
export function createTermMatcher<Known extends GroupTerm>(
  terms: readonly Known[],
  formsOf: (word: string) => Iterable<string>,
): (words: readonly string[]) => readonly TermMatch<Known>[] {
  const order = new Map(terms.map((term, index) => [term, index]));
  const orderOf = ({ term }: TermMatch<Known>) => order.get(term) ?? 0;
  const farthest = Math.max(0, ...terms.map(({ words, mostSteps }) => words.length * mostSteps));
  const search = createTermSearch(terms, formsOf);

  return (words) => {
    const found = search(words);
    if (found.length === 0) return found;
    const stands = (match: TermMatch<Known>, index: number) => {
      const beatsIt = (other: TermMatch<Known>) =>
        beats(other, match, words, orderOf(other) - orderOf(match));
      return !someNear(found, index, farthest, beatsIt);
    };
    return found.filter(stands).sort((a, b) => orderOf(a) - orderOf(b));
  };
}

/** Looks at the other matches around one: only they can cover it, however long the text is. */
function someNear<Match extends { readonly start: number }>(
  matches: readonly Match[],
  index: number,
  farthest: number,
  predicate: (other: Match) => boolean,
): boolean {
  const start = matches[index]?.start ?? 0;
  for (const step of [-1, 1]) {
    for (let at = index + step; ; at += step) {
      const other = matches[at];
      if (!other || Math.abs(other.start - start) > farthest) break;
      if (predicate(other)) return true;
    }
  }
  return false;
}

function beats(
  a: TermMatch<GroupTerm>,
  b: TermMatch<GroupTerm>,
  words: readonly string[],
  order: number,
): boolean {
  if (a.term.group !== b.term.group || a.start > b.start || a.end < b.end) return false;
  const longer = a.term.words.length - b.term.words.length;
  if (longer !== 0) return longer > 0;
  if (a.start !== b.start || a.end !== b.end) return false;
  const [aIsSpeltSo, bIsSpeltSo] = [isSpeltSo(a, words), isSpeltSo(b, words)];
  return aIsSpeltSo === bIsSpeltSo ? order < 0 : aIsSpeltSo;
}

function isSpeltSo({ term, start }: TermMatch<GroupTerm>, words: readonly string[]): boolean {
  return term.words.every((word, index) => words[start + index] === word);
}
