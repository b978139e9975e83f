import { FUNCTION_WORDS, IRREGULAR_WORDS } from './word-lists.ts';

/**
 * Returns the forms of a folded English word as a term, including itself as the first: plural and
 * third person, past, -ing, each also with 's. Any form of an irregular word gives all, and so does
 * a base; the past and the third person of a regular one give each other, but not the base, which
 * may mean more: "waited" is not "can't wait". Some are not words, which does no harm. Function
 * words and words of one or two letters have none: "us" is not "used".
 */
export function inflectWord(word: string): ReadonlySet<string> {
  return new Set([
    ...formsOfBase(word),
    ...basesOf(word, FINITE_ENDINGS).flatMap((base) => [...pluralsOf(base), ...pastsOf(base)]),
  ]);
}

/** Returns all forms of a folded English word in any form: "called" has the forms of "call". */
export function formsOf(word: string): ReadonlySet<string> {
  const bases = basesOf(word, [...FINITE_ENDINGS, 'ing']);
  return new Set([word, ...bases].flatMap((base) => [...formsOfBase(base)]));
}

function formsOfBase(word: string): ReadonlySet<string> {
  const irregular = IRREGULAR_WORDS.get(word);
  if (!irregular && (FUNCTION_WORDS.has(word) || !REGULAR.test(word))) return new Set([word]);
  const forms = irregular ?? [...pluralsOf(word), ...pastsOf(word), ...participlesOf(word)];
  return new Set([word, ...forms, ...[word, ...forms].map((form) => `${form}'s`)]);
}

/** Returns the possible bases of a regular word, by endings. Most are not words. */
function basesOf(word: string, endings: readonly string[]): string[] {
  if (IRREGULAR_WORDS.has(word)) return [];
  const ownEndings = endings.filter((ending) => word.endsWith(ending));
  const bases = ownEndings.flatMap((ending) => {
    const stem = word.slice(0, -ending.length);
    return [
      stem,
      `${stem}e`,
      stem.replace(/(.)\1$/, '$1'),
      stem.replace(/i$/, 'y'),
      stem.replace(/y$/, 'ie'),
    ];
  });
  return bases.filter((base) => formsOfBase(base).has(word));
}

const FINITE_ENDINGS = ['s', 'es', 'd', 'ed'];
const REGULAR = /^[a-z]{3,}$/;
const Y_AFTER_CONSONANT = /(?<=[^aeiou])y$/;
// One vowel and one consonant at the end, as in "drop" and "refer". A final w, x or y never doubles.
const MAY_DOUBLE = /(?:^|[^aeiou]|qu)[aeiou][bcdfghjklmnpqrstvz]$/;

/** Returns the possible plurals of an English noun, one of which is correct. */
export function pluralsOf(word: string): string[] {
  if (Y_AFTER_CONSONANT.test(word)) return [word.replace(Y_AFTER_CONSONANT, 'ies')];
  if (/(?:s|x|z|ch|sh)$/.test(word)) return [`${word}es`];
  return word.endsWith('o') ? [`${word}s`, `${word}es`] : [`${word}s`];
}

function pastsOf(word: string): string[] {
  if (word.endsWith('e')) return [`${word}d`];
  if (Y_AFTER_CONSONANT.test(word)) return [word.replace(Y_AFTER_CONSONANT, 'ied')];
  return stemsOf(word).map((stem) => `${stem}ed`);
}

function participlesOf(word: string): string[] {
  if (word.endsWith('ie')) return [`${word.slice(0, -2)}ying`];
  if (/[^eoy]e$/.test(word)) return [`${word.slice(0, -1)}ing`];
  return stemsOf(word).map((stem) => `${stem}ing`);
}

/** The stems before -ed and -ing. One syllable always doubles: "car" must not become "cared". */
function stemsOf(word: string): string[] {
  if (!MAY_DOUBLE.test(word)) return [word];
  const doubled = `${word}${word.at(-1)}`;
  const syllables = word.match(/[aeiouy]+/g) ?? [];
  return syllables.length === 1 ? [doubled] : [word, doubled];
}
