import { fold } from '#dataset/fold.ts';
import { STOP_WORDS } from './stop-words.ts';

/** A word that may name a topic, folded. */
export type Word = {
  readonly text: string;
  /** What it counts as at the end of a bigram: "accident" of "accidents". */
  readonly singular: string;
};

const LATIN = /^(?!\d+$)[a-z\d]{2,30}$/;
const QUOTES_AND_POSSESSIVE = /^['’]+|['’]+[sS]?$/g;

/** Reads a word as a text spells it; undefined where it is a stop word, a number or no English. */
export function readWord(spelling: string): Word | undefined {
  const text = fold(trimWord(spelling));
  if (!LATIN.test(text) || STOP_WORDS.has(text)) return undefined;
  return { text, singular: singularOf(text) };
}

/** The word without single quotes around it, and of an owner the word itself: "firm" of "firm’s". */
export function trimWord(spelling: string): string {
  return spelling.replace(QUOTES_AND_POSSESSIVE, '');
}

/** The singular of a plain plural. Of other words with an s it may be no word: "Texas" is "texa". */
export function singularOf(word: string): string {
  if (!word.endsWith('s') || word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
