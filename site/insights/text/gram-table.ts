/** A word, or two side by side. */
export type Gram = readonly [word: string, next?: string];

/** A gram as models name it: its words with a space between. */
export function nameOfGram(gram: Gram): string {
  return gram.join(' ');
}

/** The words up to which each gram of a text counts whole. */
const FULL_WORDS = 8;

/** How much each gram of a text counts: less in a long one, where many weak hints would seem sure together. */
export function gramValueOf(wordCount: number): number {
  return Math.min(1, Math.sqrt(FULL_WORDS / Math.max(1, wordCount)));
}

/** What is known of single words, and of two side by side. */
type GramTable<Known> = {
  word(word: string): Known | undefined;
  pair(word: string, next: string): Known | undefined;
};

/**
 * Makes a table in which grams are looked up by their words: to join these and hash the result would take
 * most of the time of a judgement.
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
