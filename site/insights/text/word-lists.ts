import lists from './word-lists.json' with { type: 'json' };

/** The words of a list, on one or more lines, separated by spaces. */
export function wordSet(list: string | readonly string[]): ReadonlySet<string> {
  return new Set([list].flat().flatMap((line) => line.split(' ')));
}

/**
 * Folded words that carry grammar and no subject: articles, pronouns, prepositions, conjunctions,
 * auxiliaries, and adverbs of degree and negation. They have no inflected forms.
 */
export const FUNCTION_WORDS = wordSet(lists.functionWords);

/**
 * All forms of each word that the rules would not find, or would mistake for another word: a fee
 * does not feed, and news is not the plural of new. A line of the list has all forms of a word.
 */
export const IRREGULAR_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  lists.irregularWords
    .map((line) => line.split(' '))
    .flatMap((forms) => forms.map((form) => [form, forms])),
);
