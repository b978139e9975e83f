/** A word, or two adjacent ones. */
export type Gram = readonly [word: string, next?: string];

/** Returns the name of a gram in models: its words with a space between. */
export function nameOfGram(gram: Gram): string {
  return gram.join(' ');
}

/** The number of words up to which each gram of a text counts fully. */
const FULL_WORDS = 8;

/** The weight of each gram of a text: less in a long one, where many weak hints would add up. */
export function gramValueOf(wordCount: number): number {
  return Math.min(1, Math.sqrt(FULL_WORDS / Math.max(1, wordCount)));
}

/** Values for single words and for pairs of adjacent words. */
type GramTable<Known> = {
  word(word: string): Known | undefined;
  pair(word: string, next: string): Known | undefined;
};

/**
 * Creates a table in which grams are looked up by their words: joining these and hashing the result
 * would take most of the time of a judgment.
 */
export function createGramTable<Known>(known: ReadonlyMap<string, Known>): GramTable<Known> {
  const nexts = new Map<string, Map<string, Known>>();
  for (const [name, value] of known) {
    const [word = '', next] = name.split(' ');
    if (next === undefined) continue;
    const pairs = nexts.get(word);
    if (pairs) pairs.set(next, value);
    else nexts.set(word, new Map([[next, value]]));
  }
  return {
    word: (word) => known.get(word),
    pair: (word, next) => nexts.get(word)?.get(next),
  };
}
