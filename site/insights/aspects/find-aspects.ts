import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { inflectWord } from '#insights/text/inflect-word.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';
import { createTermSearch, type Term, type TermMatch } from './search-terms.ts';

/** An aspect of a clause, with its terms as spelled in aspects.yaml; no terms if it was learned. */
export type AspectMatch = {
  readonly id: string;
  /** The total weight of its terms, 1 being enough, or the probability of the aspect. */
  readonly weight: number;
  readonly terms: readonly string[];
};

type AspectTerm = Term & {
  readonly aspect: Aspect;
  /** The editors' spelling. */
  readonly spelling: string;
  readonly weight: number;
};

/**
 * Finds the aspects of the folded words of a clause, in the order of the list: those whose terms
 * have a total weight of 1 or more. A term counts once, its words in any inflected form and at most
 * one other word between two; at one place the longest term of an aspect wins.
 */
export function createAspectFinder(
  aspects: readonly Aspect[],
): (words: readonly string[]) => readonly AspectMatch[] {
  const weigh = createTermWeigher(aspects);
  return (words) => weigh(words).filter(({ weight }) => weight >= ENOUGH);
}

/** Weighs the terms of each aspect in words in the same way, even if the weight is not enough. */
export function createTermWeigher(
  aspects: readonly Aspect[],
): (words: readonly string[]) => readonly AspectMatch[] {
  const match = createTermMatcher(aspects.flatMap(termsOf));
  return (words) => {
    // Matches are in the order of the terms, so those of one aspect are adjacent.
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

/** Finds the distinct terms that are enough by themselves, as spelled in aspects.yaml. */
export function createTermFinder(aspect: Aspect): (words: readonly string[]) => readonly string[] {
  const match = createTermMatcher(termsOf(aspect));
  return (words) => {
    const enough = match(words).filter(({ term }) => term.weight >= ENOUGH);
    return [...new Set(enough.map(({ term }) => term.spelling))];
  };
}

// Ten tenths in binary fractions are slightly less than 1.
export const ENOUGH = 1 - 1e-9;

function termsOf(aspect: Aspect): AspectTerm[] {
  return aspect.terms.flatMap((stored) => {
    const { term, weight } = typeof stored === 'string' ? { term: stored, weight: 1 } : stored;
    const words = wordsOf(term);
    if (words.length === 0) return [];
    // "called me back" is "called back", but among function words another word makes nonsense.
    const mostSteps = words.every((word) => FUNCTION_WORDS.has(word)) ? 1 : 2;
    return [{ words, mostSteps, spelling: term, weight, aspect }];
  });
}

function wordsOf(text: string): string[] {
  return listWords(tokenize(text));
}

type AspectTermMatch = TermMatch<AspectTerm>;

/**
 * Finds terms, in the order of the terms. The longest term of an aspect wins at a place; of equally
 * long ones the one spelled exactly so, or else the first.
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
  const [aIsSpelledSo, bIsSpelledSo] = [isSpelledSo(a, words), isSpelledSo(b, words)];
  return aIsSpelledSo === bIsSpelledSo ? order < 0 : aIsSpelledSo;
}

function isSpelledSo({ term, start }: AspectTermMatch, words: readonly string[]): boolean {
  return term.words.every((word, index) => words[start + index] === word);
}
