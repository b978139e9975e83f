import { fold } from './fold.ts';

/** Something that reviews may name, by its name or an alias. */
export type Named = {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
};

/** Finds the ids of what words name, in the order of the gazetteer. */
export type FindMentions = (words: readonly string[]) => string[];

type Phrase = { readonly id: string; readonly words: readonly string[] };

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Builds a finder from names and aliases. Whole words match, folded (case, accents), whatever
 * stands between them ("slip-and-fall" is "slip and fall"); at each place the longest match wins,
 * so that "truck accident lawyer" is not also an "accident lawyer".
 */
export function createMentionFinder(gazetteer: readonly Named[]): FindMentions {
  const phrasesByFirstWord = new Map<string, Phrase[]>();
  for (const { id, name, aliases } of gazetteer) {
    for (const term of [name, ...aliases]) {
      const words = wordsOf(term).slice(0, -1);
      const [first] = words;
      if (first === undefined) continue;
      const phrases = phrasesByFirstWord.get(first);
      if (phrases) phrases.push({ id, words });
      else phrasesByFirstWord.set(first, [{ id, words }]);
    }
  }
  for (const phrases of phrasesByFirstWord.values()) {
    phrases.sort((a, b) => b.words.length - a.words.length);
  }

  return (words) => {
    const found = new Set<string>();
    for (let place = 0; place < words.length; place++) {
      const phrases = phrasesByFirstWord.get(words[place] ?? '');
      const longest = phrases?.find((phrase) => standsAt(phrase, words, place));
      if (!longest) continue;
      found.add(longest.id);
      place += longest.words.length - 1;
    }
    if (found.size === 0) return [];
    return gazetteer.filter(({ id }) => found.has(id)).map(({ id }) => id);
  };
}

function standsAt(phrase: Phrase, words: readonly string[], place: number): boolean {
  return phrase.words.every((word, index) => words[place + index] === word);
}

/** The folded words of some texts, with an empty one between, which no name reaches over. */
export function wordsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => [...(fold(text).match(WORD) ?? []), '']);
}
