import { createTermSearch } from '#insights/aspects/search-terms.ts';
import { BUSINESS_NOUNS, TITLES, wordsOf } from '#insights/conduct/words.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';
import { isPredicate } from '#insights/text/verbs.ts';

/** Stands for a word of a name: no term, and nothing that a model has learned. */
const NAME = '<name>';

/** Hides the names in the tokens of a sentence of a text. */
type HideNames = (tokens: readonly Token[], text: string) => readonly Token[];

/**
 * Makes names neutral, so that Mr. Crook is not called dishonest and Joy is no praise: whole names
 * however they are written, and single words of them that are written as names.
 */
export function createNameHider(names: readonly string[]): HideNames {
  const phrases = names.map((name) => wordsOf(tokenize(name)).map(({ text }) => text));
  const search = createTermSearch(
    phrases.filter(({ length }) => length > 1).map((words) => ({ words, mostSteps: 1 })),
    (word) => [word],
  );
  const single = new Set(
    phrases.flat().filter((word) => !TITLES.has(word) && !BUSINESS_NOUNS.has(word)),
  );
  return (tokens, text) => {
    const words = wordsOf(tokens);
    const hidden = new Set<Token>();
    for (const { start, end } of search(words.map((word) => word.text))) {
      for (const { token } of words.slice(start, end + 1)) hidden.add(token);
    }
    for (const [place, word] of words.entries()) {
      if (!single.has(word.text) || !CAPITALIZED.test(text.slice(word.token.start))) continue;
      // Any word is capitalized where a sentence begins; a name does something there: “Joy called”.
      if (place > 0 || isPredicate(words[1]?.text ?? '')) hidden.add(word.token);
    }
    if (hidden.size === 0) return tokens;
    return tokens.map((token) => (hidden.has(token) ? { ...token, text: NAME } : token));
  };
}

const CAPITALIZED = /^\p{Lu}\p{Ll}/u;
