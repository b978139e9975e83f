import lists from './word-lists.json' with { type: 'json' };
import { IRREGULAR_WORDS, wordSet } from './word-lists.ts';

const AUXILIARIES = wordSet(lists.auxiliaries);
const CONTRACTED = /(?:n't|^(?:i|we|you|they|he|she|it|that|there|who)'(?:s|m|re|ve|d|ll))$/;

/** Whether a folded word is an auxiliary verb, negated or not, or holds one, as “they’re” does. */
export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word) || CONTRACTED.test(word);
}

/** Of the irregular words those that have a participle; the others are nouns and adjectives. */
const IRREGULAR_VERBS: ReadonlySet<string> = new Set(
  [...IRREGULAR_WORDS].flatMap(([word, forms]) =>
    forms.some((form) => form.endsWith('ing')) ? [word] : [],
  ),
);

/** Whether a folded word may be a verb in the past, as one sees by its form. */
export function isVerb(word: string): boolean {
  return IRREGULAR_VERBS.has(word) || /[^e]ed$/.test(word);
}

/** Verbs of reviews in the forms that have a subject and do not end in -ed; what is rather a noun is left out. */
const FINITE = wordSet(lists.finite);
/** Three letters before keep out “red”, “bed” and “need”. */
const PAST = /^\p{L}{3,}ed$/u;

/** Whether a folded word may be what a sentence says of its subject: generous, for want of grammar. */
export function isPredicate(word: string): boolean {
  return isAuxiliary(word) || FINITE.has(word) || PAST.test(word);
}

/** Whether a folded word says what one does or did: “called”, “is” and “deserves”, not “call” or “be”. */
export function isFiniteVerb(word: string): boolean {
  if (isAuxiliary(word)) return !/^(?:be|have|do)$/.test(word);
  const isBase = IRREGULAR_WORDS.get(word)?.[0] === word;
  return !isBase && (isVerb(word) || (FINITE.has(word) && word.endsWith('s')));
}
