import { fold } from '#dataset/text/fold.ts';
import { formsOf } from '#insights/text/inflect-word.ts';
import { isAuxiliary } from '#insights/text/verbs.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';

/** A word, or a quoted phrase, that `words` asks for. */
export type Term = {
  /** Folded. */
  readonly text: string;
  /** The word in all its forms; undefined of a phrase, whose words stand in a text as they are. */
  readonly forms: ReadonlySet<string> | undefined;
};

/** More than a parameter has room for. */
const MAX_TERMS = 100;

const QUOTED = /"([^"]*)"/g;
/** As common as words of grammar in what people ask, and as little told by them. */
const PRONOUN = /^(?:any|some|every)(?:body|one|thing)$/;
const WORD = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

/**
 * What a text in free words asks for: its quoted phrases and its words, each once. Words that carry
 * grammar alone, such as "did" and "the", are left out unless there is nothing else.
 */
export function termsOf(text: string): readonly Term[] {
  const folded = fold(text).toWellFormed();
  const quoted = [...folded.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim());
  const phrases = quoted.filter((phrase) => phrase.search(WORD) >= 0);
  const all = folded.replaceAll(QUOTED, ' ').match(WORD) ?? [];
  const isGrammar = (word: string) =>
    FUNCTION_WORDS.has(word) || isAuxiliary(word) || PRONOUN.test(word);
  const telling = all.filter((word) => !isGrammar(word));
  const words = (phrases.length + telling.length > 0 ? telling : all).map((word) =>
    word.replace(/'s$/, ''),
  );
  // The index parts a word at its apostrophes, as in O'Brien: there it is a phrase.
  const termOf = (word: string): Term => ({
    text: word,
    forms: word.includes("'") ? undefined : formsOf(word),
  });
  const terms = [
    ...phrases.map((phrase): Term => ({ text: phrase, forms: undefined })),
    ...words.map(termOf),
  ];
  return [...new Map(terms.map((term) => [term.text, term])).values()].slice(0, MAX_TERMS);
}
