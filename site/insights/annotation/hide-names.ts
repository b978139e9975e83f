import type { Vocabulary } from '#dataset/annotate.ts';
import { createTermSearch } from '#insights/aspects/search-terms.ts';
import { BUSINESS_NOUNS, plainWords, TITLES, wordsOf } from '#insights/conduct/words.ts';
import type { Token } from '#insights/text/tokenize.ts';
import { isPredicate } from '#insights/text/verbs.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';

/** Replaces a word of a name: no term, and nothing that a model has learned. */
const NAME = '<name>';

/** Hides the names in the tokens of a sentence. */
type HideNames = (tokens: readonly Token[], text: string) => readonly Token[];

/** Makes names neutral, so that Mr. Crook is not called dishonest and Joy is no praise. */
export function createNameHider({
  names,
  people,
}: Pick<Vocabulary, 'names' | 'people'>): HideNames {
  const search = createTermSearch(
    names
      .map((name) => ({ words: plainWords(name), mostSteps: 1 }))
      .filter(({ words }) => words.length > 1),
    (word) => new Set([word]),
  );
  const single = new Set(people.flatMap(plainWords).filter((word) => !isOrdinary(word)));
  return (tokens, text) => {
    const words = wordsOf(tokens);
    const hidden = new Set<Token>();
    for (const { start, end } of search(words.map((word) => word.text))) {
      for (const { token } of words.slice(start, end + 1)) hidden.add(token);
    }
    for (const [place, { text: word, token }] of words.entries()) {
      if (!single.has(word) || !CAPITAL.test(text.charAt(token.start))) continue;
      const [before, after = ''] = [words[place - 1]?.text, words[place + 1]?.text];
      // Where any word has a capital, a name acts: “Joy called”, “CROOK WAS KIND”.
      const isActing = isPredicate(after) || after === 'and';
      const isAnyWord = before === undefined || token.isShouted;
      const isName = isAnyWord ? isActing : !DEGREE.test(before);
      if (isName) hidden.add(token);
    }
    if (hidden.size === 0) return tokens;
    return tokens.map((token) => (hidden.has(token) ? { ...token, text: NAME } : token));
  };
}

const CAPITAL = /\p{Lu}/u;
/** Words that precede no name: “a Joy to work with”. */
const DEGREE = /^(?:a|an|the|very|so|such)$/;

/** True if a word alone is not a name: “Ms.”, “Attorney”, “Will”. */
function isOrdinary(word: string): boolean {
  return TITLES.has(word) || BUSINESS_NOUNS.has(word) || FUNCTION_WORDS.has(word);
}
