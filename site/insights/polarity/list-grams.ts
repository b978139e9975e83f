import { countWords, type Token } from '#insights/text/tokenize.ts';

/** Up to so many words each gram counts whole. */
const FULL_WORDS = 8;

/** What each gram of a text counts: less in a long one, lest many weak hints seem sure together. */
export function gramValueOf(tokens: readonly Token[]): number {
  return Math.min(1, Math.sqrt(FULL_WORDS / Math.max(1, countWords(tokens))));
}

/** The words and the pairs of neighbours of a text, each once; a negated word has a `!` before it. */
export function listGrams(tokens: readonly Token[], isNegated: readonly boolean[]): string[] {
  const grams = new Set<string>();
  let before: string | undefined;
  for (const [place, { text }] of tokens.entries()) {
    grams.add(isNegated[place] ? `!${text}` : text);
    if (before !== undefined) grams.add(`${before} ${text}`);
    before = text;
  }
  return [...grams];
}
