import { readLists } from '#insights/text/read-table.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';
import { wordSet } from '#insights/text/word-lists.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/** A word of a sentence, folded, without a possessive ending, and if a mark precedes it. */
export type Word = {
  readonly text: string;
  readonly isMarked: boolean;
  readonly token: Token;
};

/** The words of tokens. The point of an abbreviation is not a mark. */
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

/** The words of a text, as text. */
export function plainWords(text: string): string[] {
  return wordsOf(tokenize(text)).map((word) => word.text);
}

export const TITLES = wordSet('mr mrs ms miss dr atty prof st');

/** Returns a noun without its plural ending. */
export function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, '');
}

/** True if a noun has the form of a plural. */
export function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

/** The words as text. */
export function joinWords(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** Words that begin a subordinate clause, and those among them that refer to someone. */
export const SUBORDINATORS = list('subordinators');
export const RELATIVE = wordSet('who which whose that');

/** Nouns for the people and places of a business of any trade. */
export const BUSINESS_NOUNS = list('businessNouns');

/** Those that mean a whole business. */
export const FIRM_NOUNS = list('firmNouns');

/** Those that do not mean a single person. */
export const PLACE_NOUNS: ReadonlySet<string> = new Set([
  ...FIRM_NOUNS,
  ...['staff', 'team', 'crew', 'people', 'folk', 'bunch'],
]);

/** Relatives and friends of the reviewer. */
export const KIN = list('kin');

/** Nouns that do not mean a person: “they” may refer to them. */
const GROUPS = list('groups');

/** True if a noun means more than one person. */
export function isGroup(word: string): boolean {
  return GROUPS.has(singular(word)) || PLACE_NOUNS.has(singular(word));
}
