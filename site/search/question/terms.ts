import { formsOf } from '#insights/text/inflect-word.ts';
import { isAuxiliary } from '#insights/text/verbs.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';
import { foldText } from '#search/search.ts';

/** A word, or a quoted phrase, that `words` searches for. */
export type Term = {
  /** Folded. */
  readonly text: string;
  /** The word in all its forms; undefined if the text itself is searched for. */
  readonly forms: ReadonlySet<string> | undefined;
  /** The way the text itself is sought; in a script without spaces a word is a part of a line. */
  readonly parts: 'whole words' | 'any part';
};

/** Bounds the cost of a search. */
const MAX_TERMS = 100;

const QUOTED = /"([^"]*)"/g;
/** As frequent in questions as grammar words, and as uninformative. */
const PRONOUN = /^(?:any|some|every)(?:body|one|thing)$/;
/** Of scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;
/** Such as emoji, which some names consist of. */
const SYMBOL = /\p{So}/gu;

/**
 * Parses a text in free words into its quoted phrases and its words, each once; an unfinished
 * quotation counts as none. Words that carry grammar alone, such as "did" and "the", are left out
 * unless there is nothing else, and so are emoji.
 */
export function termsOf(text: string): readonly Term[] {
  const folded = foldText(text);
  const quoted = [...folded.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim());
  const phrases = quoted.filter((phrase) => phrase.search(WORD) >= 0);
  const unquoted = folded.replaceAll(QUOTED, ' ').match(WORD) ?? [];
  const symbols = phrases.length + unquoted.length > 0 ? [] : (folded.match(SYMBOL) ?? []);
  const all = [...unquoted, ...symbols].map((word) => word.replace(/'s$/, ''));
  const isGrammar = (word: string) =>
    FUNCTION_WORDS.has(word) || isAuxiliary(word) || PRONOUN.test(word);
  const contentWords = all.filter((word) => !isGrammar(word));
  const words = phrases.length + contentWords.length > 0 ? contentWords : all;
  const terms = [...phrases.map(asItStands), ...words.map(termOf)];
  return [...new Map(terms.map((term) => [term.text, term])).values()].slice(0, MAX_TERMS);
}

/** The index splits a word at its apostrophes, as in O'Brien: there it is a phrase. */
function termOf(word: string): Term {
  const isPlain = /^[\p{L}\p{N}]+$/u.test(word) && !UNSPACED.test(word);
  return isPlain ? { text: word, forms: formsOf(word), parts: 'whole words' } : asItStands(word);
}

function asItStands(text: string): Term {
  const isPart = UNSPACED.test(text) || text.search(WORD) < 0;
  return { text, forms: undefined, parts: isPart ? 'any part' : 'whole words' };
}

/** All folded texts in which the terms of a question may occur. */
export function textsOfTerms(words: string): readonly string[] {
  return termsOf(words).flatMap(({ text, forms }) => (forms ? [...forms] : [text]));
}
