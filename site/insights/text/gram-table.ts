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

/** Creates a table of grams by their words: joining and hashing these would be slow. */
export function createGramTable<Known>(known: ReadonlyMap<string, Known>) {
  const nexts = new Map<string, Map<string, Known>>();
  for (const [name, value] of known) {
    const [word = '', next] = name.split(' ');
    if (next === undefined) continue;
    const pairs = nexts.get(word) ?? new Map<string, Known>();
    nexts.set(word, pairs.set(next, value));
  }
  return {
    word: (word: string) => known.get(word),
    pair: (word: string, next: string) => nexts.get(word)?.get(next),
  };
}
