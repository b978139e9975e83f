import { type Stretch, stretchAround, type Term } from './term.ts';

/** A term of a group that stands among words, found by the word at a place. */
export type TermMatch<Known extends GroupTerm> = Stretch & {
  readonly term: Known;
  readonly place: number;
};

/** Of the terms of one group only the best stands at a place. */
export type GroupTerm = Term & { readonly group: object };

/**
 * Makes a finder of terms; matches come in the order of the terms. Of those of one group the longest
 * wins at a place: a shorter one within its stretch does not count. Of equally long ones in the
 * same stretch the one that is spelt so counts, or else the first.
 */
export function createTermMatcher<Known extends GroupTerm>(
  terms: readonly Known[],
): (words: readonly string[]) => readonly TermMatch<Known>[] {
  const order = new Map(terms.map((term, index) => [term, index]));
  const orderOf = ({ term }: TermMatch<Known>) => order.get(term) ?? 0;
  const farthest = Math.max(0, ...terms.map(({ words, mostSteps }) => words.length * mostSteps));
  const termsByForm = indexTerms(terms);

  return (words) => {
    // Most clauses hold no term: nothing is allocated for them.
    let matches: TermMatch<Known>[] | undefined;
    for (let place = 0; place < words.length; place++) {
      const candidates = termsByForm.get(words[place] ?? '');
      if (!candidates) continue;
      for (const term of candidates) {
        const stretch = stretchAround(term, words, place);
        if (!stretch) continue;
        matches ??= [];
        matches.push({ term, place, ...stretch });
      }
    }
    if (!matches) return NONE;
    const found = matches;
    const stands = (match: TermMatch<Known>, index: number) => {
      const beatsIt = (other: TermMatch<Known>) =>
        beats(other, match, words, orderOf(other) - orderOf(match));
      return !someNear(found, index, farthest, beatsIt);
    };
    return found.filter(stands).sort((a, b) => orderOf(a) - orderOf(b));
  };
}

const NONE: readonly never[] = [];

/** The terms by each form of their anchor. */
function indexTerms<Known extends Term>(terms: readonly Known[]): Map<string, Known[]> {
  const termsByForm = new Map<string, Known[]>();
  for (const term of terms) {
    for (const form of term.forms[term.anchor] ?? []) {
      const known = termsByForm.get(form);
      if (known) known.push(term);
      else termsByForm.set(form, [term]);
    }
  }
  return termsByForm;
}

/** Looks at the other matches around one: only they can cover it, however long the text is. */
function someNear<Match extends { readonly place: number }>(
  matches: readonly Match[],
  index: number,
  farthest: number,
  predicate: (other: Match) => boolean,
): boolean {
  const place = matches[index]?.place ?? 0;
  for (const step of [-1, 1]) {
    for (let at = index + step; ; at += step) {
      const other = matches[at];
      if (!other || Math.abs(other.place - place) > farthest) break;
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
