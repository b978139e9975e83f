import type { Aspect } from '#dataset/stored-entities.ts';
import { FUNCTION_WORDS } from './aspects/function-words.ts';
import { inflectWord } from './aspects/inflect-word.ts';
import { createTermMatcher, type GroupTerm } from './aspects/match-terms.ts';
import { listWords, tokenize } from './text/tokenize.ts';

/** An aspect that a clause speaks of, and by which terms, as aspects.yaml spells them. */
export type AspectMatch = {
  readonly id: string;
  /** What its terms weigh together, 1 or more. */
  readonly weight: number;
  readonly terms: readonly string[];
};

type AspectTerm = GroupTerm & {
  readonly group: Aspect;
  /** As the editors spelt it. */
  readonly spelling: string;
  readonly weight: number;
};

/**
 * Makes a finder of the aspects that the folded words of a clause speak of, in the order of the
 * list: those whose terms in it weigh 1 or more together. A term counts once. Its words stand in
 * any inflected form, with at most one other word between two; at one place the longest term of an
 * aspect wins.
 */
export function createAspectFinder(
  aspects: readonly Aspect[],
): (words: readonly string[]) => readonly AspectMatch[] {
  const match = createTermMatcher(aspects.flatMap(termsOf), inflectWord);
  return (words) => {
    const matches = match(words);
    if (matches.length === 0) return NONE;
    const found: AspectMatch[] = [];
    // Matches stand in the order of the terms, so that those of one aspect are neighbours.
    const byAspect = Map.groupBy(new Set(matches.map(({ term }) => term)), ({ group }) => group);
    for (const [{ id }, terms] of byAspect) {
      const weight = terms.reduce((sum, term) => sum + term.weight, 0);
      if (weight < ENOUGH) continue;
      found.push({ id, weight, terms: terms.map(({ spelling }) => spelling) });
    }
    return found;
  };
}

/**
 * Makes a finder of the distinct terms of an aspect in a text, as aspects.yaml spells them: of those
 * that are enough alone, for hints say little by themselves.
 */
export function createTermFinder(aspect: Aspect): (text: string) => readonly string[] {
  const match = createTermMatcher(termsOf(aspect), inflectWord);
  return (text) => {
    const telling = match(wordsOf(text)).filter(({ term }) => term.weight >= ENOUGH);
    return [...new Set(telling.map(({ term }) => term.spelling))];
  };
}

const NONE: readonly AspectMatch[] = [];
// Ten tenths in binary fractions are a little less than 1.
const ENOUGH = 1 - 1e-9;

function termsOf(aspect: Aspect): AspectTerm[] {
  return aspect.terms.flatMap((stored) => {
    const { term, weight } = typeof stored === 'string' ? { term: stored, weight: 1 } : stored;
    const words = wordsOf(term);
    if (words.length === 0) return [];
    // "called me back" is "called back", but of function words alone another word makes nonsense.
    const mostSteps = words.every((word) => FUNCTION_WORDS.has(word)) ? 1 : 2;
    return [{ words, mostSteps, spelling: term, weight, group: aspect }];
  });
}

function wordsOf(text: string): string[] {
  return listWords(tokenize(text));
}
