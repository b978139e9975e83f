import { FUNCTION_WORDS, IRREGULAR_WORDS } from './word-lists.ts';

/**
 * The forms of a folded English word, itself the first: plural and third person, past, -ing, each also
 * with 's. Any form of an irregular word gives all; of a regular one the base does. Some are no words,
 * which does no harm. Function words and those of one or two letters have none: "us" is not "used".
 */
export function inflectWord(word: string): ReadonlySet<string> {
  const irregular = IRREGULAR_WORDS.get(word);
  if (!irregular && (FUNCTION_WORDS.has(word) || !REGULAR.test(word))) return new Set([word]);
  const forms = irregular ?? [...pluralsOf(word), ...pastsOf(word), ...participlesOf(word)];
  return new Set([word, ...forms, ...[word, ...forms].map((form) => `${form}'s`)]);
}

/** A folded English word in all its forms, whichever of them it is: "called" has those of "call". */
export function formsOf(word: string): ReadonlySet<string> {
  const forms = new Set(inflectWord(word));
  for (const base of basesOf(word)) {
    const own = inflectWord(base);
    if (own.has(word)) for (const form of own) forms.add(form);
  }
  return forms;
}

/** What a word may be a form of, if it is regular. Most are no words. */
function basesOf(word: string): string[] {
  return ENDINGS.filter((ending) => word.endsWith(ending)).flatMap((ending) => {
    const stem = word.slice(0, -ending.length);
    return [
      stem,
      `${stem}e`,
      stem.replace(/(.)\1$/, '$1'),
      stem.replace(/i$/, 'y'),
      stem.replace(/y$/, 'ie'),
    ];
  });
}

const ENDINGS = ['s', 'es', 'd', 'ed', 'ing'];
const REGULAR = /^[a-z]{3,}$/;
const Y_AFTER_CONSONANT = /(?<=[^aeiou])y$/;
// One vowel and one consonant at the end, as in "drop" and "refer". A final w, x or y never doubles.
const MAY_DOUBLE = /(?:^|[^aeiou]|qu)[aeiou][bcdfghjklmnpqrstvz]$/;

/** The plurals of an English noun, of which one is right. */
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

/** What -ed and -ing are put to. One syllable always doubles: "car" must not become "cared". */
function stemsOf(word: string): string[] {
  if (!MAY_DOUBLE.test(word)) return [word];
  const doubled = `${word}${word.at(-1)}`;
  const syllables = word.match(/[aeiouy]+/g) ?? [];
  return syllables.length === 1 ? [doubled] : [word, doubled];
}
