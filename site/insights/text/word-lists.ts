import lists from './word-lists.json' with { type: 'json' };

/** The words of a list, in one line or several, with spaces between. */
export function wordSet(list: string | readonly string[]): ReadonlySet<string> {
  return new Set([list].flat().flatMap((line) => line.split(' ')));
}

/**
 * Folded words that carry grammar and no subject: articles, pronouns, prepositions, conjunctions,
 * auxiliaries, and adverbs of degree and negation. They have no inflected forms.
 */
export const FUNCTION_WORDS = wordSet(lists.functionWords);

/**
 * All forms of each word that the rules would not find, or of which they would make another word:
 * a fee does not feed, and news is not what is new. A line of the list holds all forms of a word.
 */
export const IRREGULAR_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  lists.irregularWords
    .map((line) => line.split(' '))
    .flatMap((forms) => forms.map((form) => [form, forms])),
);
