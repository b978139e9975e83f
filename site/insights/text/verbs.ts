import lists from './word-lists.json' with { type: 'json' };
import { IRREGULAR_WORDS, wordSet } from './word-lists.ts';

const AUXILIARIES = wordSet(lists.auxiliaries);
const CONTRACTED = /(?:n't|^(?:i|we|you|they|he|she|it|that|there|who)'(?:s|m|re|ve|d|ll))$/;

/** True if a folded word is an auxiliary verb, negated or not, or has one, as “they’re” does. */
export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word) || CONTRACTED.test(word);
}

/** The irregular words that have a participle; the others are nouns and adjectives. */
const IRREGULAR_VERBS: ReadonlySet<string> = new Set(
  [...IRREGULAR_WORDS].flatMap(([word, forms]) =>
    forms.some((form) => form.endsWith('ing')) ? [word] : [],
  ),
);

/** True if a folded word has the form of a past tense. */
export function isVerb(word: string): boolean {
  return IRREGULAR_VERBS.has(word) || /[^e]ed$/.test(word);
}

/** Finite verbs of reviews that do not end in -ed; likely nouns are left out. */
const FINITE = wordSet(lists.finite);
/** Three letters before keep out “red”, “bed” and “need”. */
const PAST = /^\p{L}{3,}ed$/u;

/** True if a folded word may be a predicate: generous, for lack of grammar. */
export function isPredicate(word: string): boolean {
  return isAuxiliary(word) || FINITE.has(word) || PAST.test(word);
}

/** True if a folded word is a finite verb: “called”, “is” and “deserves”, not “call” or “be”. */
export function isFiniteVerb(word: string): boolean {
  if (isAuxiliary(word)) return !/^(?:be|have|do)$/.test(word);
  const isBase = IRREGULAR_WORDS.get(word)?.[0] === word;
  return !isBase && (isVerb(word) || (FINITE.has(word) && word.endsWith('s')));
}
