import type { Token } from '#insights/text/tokenize.ts';

/** A word of a sentence, folded, without a possessive ending, and whether a mark stands before it. */
export type Word = {
  readonly text: string;
  readonly isMarked: boolean;
  readonly token: Token;
};

/** The words of some tokens. The point of an abbreviation is no mark. */
export function wordsOf(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  let isMarked = false;
  for (const token of tokens) {
    if (!token.isWord) {
      isMarked ||= !(token.text === '.' && TITLES.has(words.at(-1)?.text ?? ''));
      isMarked &&= token.text !== '-';
      continue;
    }
    words.push({ text: token.text.replace(/'s?$/, ''), isMarked, token });
    isMarked = false;
  }
  return words;
}

const TITLES: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'dr', 'atty', 'prof', 'st']);

/** A noun without the ending of its plural. */
export function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, '');
}

/** Whether a noun stands in the plural, as one sees by its form. */
export function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

/** The words as text. */
export function joinWords(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
