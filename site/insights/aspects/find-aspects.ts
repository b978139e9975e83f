import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { inflectWord } from '#insights/text/inflect-word.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';
import { createTermSearch, type Term, type TermMatch } from './search-terms.ts';

/** An aspect that a clause speaks of, and by which terms, as aspects.yaml spells them; none where it was learned. */
export type AspectMatch = {
  readonly id: string;
  /** What its terms weigh together, 1 being enough, or how likely the clause speaks of it. */
  readonly weight: number;
  readonly terms: readonly string[];
};

type AspectTerm = Term & {
  readonly aspect: Aspect;
  /** As the editors spelt it. */
  readonly spelling: string;
  readonly weight: number;
};

/**
 * Finds the aspects of the folded words of a clause, in the order of the list: those whose terms in it
 * weigh 1 or more together. A term counts once, its words in any inflected form and at most one other
 * word between two; at one place the longest term of an aspect wins.
 */
export function createAspectFinder(
  aspects: readonly Aspect[],
): (words: readonly string[]) => readonly AspectMatch[] {
  const weigh = createTermWeigher(aspects);
  return (words) => weigh(words).filter(({ weight }) => weight >= ENOUGH);
}

/** Weighs the terms of each aspect in words, in the same way, also where they are not enough. */
export function createTermWeigher(
  aspects: readonly Aspect[],
): (words: readonly string[]) => readonly AspectMatch[] {
  const match = createTermMatcher(aspects.flatMap(termsOf));
  return (words) => {
    // Matches stand in the order of the terms, so that those of one aspect are neighbours.
    const byAspect = Map.groupBy(
      new Set(match(words).map(({ term }) => term)),
      ({ aspect }) => aspect,
    );
    return [...byAspect].map(([{ id }, terms]) => ({
      id,
      weight: terms.reduce((sum, term) => sum + term.weight, 0),
      terms: terms.map(({ spelling }) => spelling),
    }));
  };
}

/** Finds the distinct terms of an aspect among words that are enough alone, as aspects.yaml spells them. */
export function createTermFinder(aspect: Aspect): (words: readonly string[]) => readonly string[] {
  const match = createTermMatcher(termsOf(aspect));
  return (words) => {
    const enough = match(words).filter(({ term }) => term.weight >= ENOUGH);
    return [...new Set(enough.map(({ term }) => term.spelling))];
  };
}

// Ten tenths in binary fractions are a little less than 1.
export const ENOUGH = 1 - 1e-9;

function termsOf(aspect: Aspect): AspectTerm[] {
  return aspect.terms.flatMap((stored) => {
    const { term, weight } = typeof stored === 'string' ? { term: stored, weight: 1 } : stored;
    const words = wordsOf(term);
    if (words.length === 0) return [];
    // "called me back" is "called back", but of function words alone another word makes nonsense.
    const mostSteps = words.every((word) => FUNCTION_WORDS.has(word)) ? 1 : 2;
    return [{ words, mostSteps, spelling: term, weight, aspect }];
  });
}

function wordsOf(text: string): string[] {
  return listWords(tokenize(text));
}

type AspectTermMatch = TermMatch<AspectTerm>;

/**
 * Finds terms, in the order of the terms. Of one aspect the longest wins at a place; of equally long
 * ones that which is spelt so, or else the first.
 */
function createTermMatcher(
  terms: readonly AspectTerm[],
): (words: readonly string[]) => readonly AspectTermMatch[] {
  const order = new Map(terms.map((term, index) => [term, index]));
  const compare = (a: AspectTermMatch, b: AspectTermMatch) =>
    (order.get(a.term) ?? 0) - (order.get(b.term) ?? 0);
  const search = createTermSearch(terms, inflectWord);
  return (words) => {
    const found = search(words);
    return found
      .filter((match) => !found.some((other) => beats(other, match, words, compare(other, match))))
      .sort(compare);
  };
}

function beats(
  a: AspectTermMatch,
  b: AspectTermMatch,
  words: readonly string[],
  order: number,
): boolean {
  if (a.term.aspect !== b.term.aspect || a.start > b.start || a.end < b.end) return false;
  const longer = a.term.words.length - b.term.words.length;
  if (longer !== 0) return longer > 0;
  if (a.start !== b.start || a.end !== b.end) return false;
  const [aIsSpeltSo, bIsSpeltSo] = [isSpeltSo(a, words), isSpeltSo(b, words)];
  return aIsSpeltSo === bIsSpeltSo ? order < 0 : aIsSpeltSo;
}

function isSpeltSo({ term, start }: AspectTermMatch, words: readonly string[]): boolean {
  return term.words.every((word, index) => words[start + index] === word);
}
