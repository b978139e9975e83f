import { wordSet } from '#insights/text/word-lists.ts';
import lists from './word-lists.json' with { type: 'json' };

/** A word, or whatever parts words; a space and a hyphen within a word do not. */
const PARTS =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{N}\p{M}]+)*|\n\s*\n|[^\s\p{L}\p{N}-]|-(?=\s)/gu;
const WORD = /^[a-z]{2,30}$/;
// A name, as "Lufthansa" but not "TV", or a number, as "18" and "A380".
const NAME_OR_NUMBER = /^\p{Lu}\p{Ll}|\d/u;
// Endings of adverbs, of what was done and of opinions, but not of "family", "need" and "table".
const DESCRIBING_SHAPE =
  /^(?!family|supply).{2,}ly$|.{2}[^e]ed$|.{4}[ai]ble$|(?:ful|ous|less|iest)$/;

/**
 * The noun phrases of an English text that could name a topic: two or three nouns in a row after an
 * article, a pronoun or a preposition (and adjectives), up to a mark or a word of grammar. In lower
 * case, the last word in the singular. Without a dictionary it misses some rather than invent them.
 */
export function nounPhrasesIn(text: string): ReadonlySet<string> {
  const phrases = new Set<string>();
  let nouns: string[] | undefined;
  const end = () => {
    const last = nouns?.pop() ?? '';
    // "The people waiting" is as likely as "the valet parking".
    if (nouns && (nouns.length === 1 || nouns.length === 2) && !last.endsWith('ing')) {
      phrases.add([...nouns, singularOf(last)].join(' '));
    }
    nouns = undefined;
  };
  for (const part of text.match(PARTS) ?? []) {
    if (OPENING.has(part)) {
      end();
      nouns = [];
    } else if (nouns) {
      const word = part.toLowerCase();
      if (VAGUE.has(word) || NAME_OR_NUMBER.test(part)) nouns = undefined;
      else if (CLOSING.has(word) || !WORD.test(word)) end();
      else if (!DESCRIBING.has(word) && !DESCRIBING_SHAPE.test(word)) nouns.push(word);
      else if (nouns.length > 0) end();
    }
  }
  end();
  return phrases;
}

/** The singular of a plain plural. Of other words with an s it may be no word: "Texas" is "texa". */
export function singularOf(word: string): string {
  if (!word.endsWith('s') || word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/^(?:cook|mov|brown|smooth|calor)ies$/.test(word)) return word.slice(0, -1);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

const OPENERS = wordSet(lists.openers);
// Also as they stand at the beginning of a sentence.
const OPENING = new Set(
  [...OPENERS].flatMap((word) => [word, word.replace(/^./, (letter) => letter.toUpperCase())]),
);

// Opinions, measures and adverbs; what ends as one is not listed.
const DESCRIBING = wordSet(lists.describing);

// Of number, time and nothing in particular: a phrase that holds one names no topic.
const VAGUE = wordSet(lists.vague);

// Words of grammar and the commonest verbs.
const CLOSING = wordSet(lists.closing);
