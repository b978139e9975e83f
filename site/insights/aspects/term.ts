import type { Aspect } from '#dataset/stored-entities.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { inflectWord } from './inflect-word.ts';

/** A term of an aspect, ready to be looked for. */
export type Term = {
  /** As the editors spelt it. */
  readonly spelling: string;
  readonly weight: number;
  /** Its folded words. */
  readonly words: readonly string[];
  /** The forms of each word. */
  readonly forms: readonly ReadonlySet<string>[];
  /** The index of the word by which it is looked up: the longest that carries a meaning. */
  readonly anchor: number;
  /** How far its next word may stand from a word. */
  readonly mostSteps: number;
};

/** Where a term stands among words: its first and its last word. */
export type Stretch = { readonly start: number; readonly end: number };

/** Makes a term of its line in aspects.yaml and its folded words. Without a weight it weighs 1. */
export function readTerm(stored: Aspect['terms'][number], words: readonly string[]): Term {
  const { term, weight } = typeof stored === 'string' ? { term: stored, weight: 1 } : stored;
  const lengths = words.map((word) => (FUNCTION_WORDS.has(word) ? 0 : word.length));
  const longest = Math.max(...lengths);
  return {
    spelling: term,
    weight,
    words,
    forms: words.map(inflectWord),
    anchor: lengths.indexOf(longest),
    // "called me back" is "called back", but of function words alone another word makes nonsense.
    mostSteps: longest === 0 ? 1 : 2,
  };
}

/** Where a term stands whose anchor is the word at a place; undefined where it does not. */
export function stretchAround(
  term: Term,
  words: readonly string[],
  place: number,
): Stretch | undefined {
  const start = reach(term, words, term.anchor, place, -1);
  if (start === undefined) return undefined;
  const end = reach(term, words, term.anchor, place, 1);
  return end === undefined ? undefined : { start, end };
}

/** The place of the term's word at that end, where its word `index` stands at a place. */
function reach(
  term: Term,
  words: readonly string[],
  index: number,
  place: number,
  step: 1 | -1,
): number | undefined {
  const forms = term.forms[index + step];
  if (!forms) return place;
  for (let steps = 1; steps <= term.mostSteps; steps++) {
    const next = place + steps * step;
    const word = words[next];
    if (word === undefined || !forms.has(word)) continue;
    const end = reach(term, words, index + step, next, step);
    if (end !== undefined) return end;
  }
  return undefined;
}
