import type { Token } from './tokenize.ts';
import lists from './word-lists.json' with { type: 'json' };
import { wordSet } from './word-lists.ts';

const CONTRASTS = wordSet('but although though however while whereas except despite unfortunately');

/** After these “but” means “except” or “in the end”: anything but, no one but, last but not least. */
const ALL_OR_NONE = wordSet(lists.allOrNone);

/** After these “while” is a time: a while, for a while, once in a while, worth your while. */
const BEFORE_A_WHILE = wordSet(lists.beforeAWhile);

/** Words that only describe: a “but” after them continues the description, “tough but fair”. */
const DESCRIPTIONS = wordSet(lists.descriptions);

/** Words that may come between such a “but” and the rest of the description. */
const DEGREES = wordSet('very so really quite extremely also');

/** Words that begin a new subject: the description ends. */
const NO_DESCRIPTIONS = wordSet(lists.noDescriptions);

/**
 * True if the word at a place is a contrast; false in “anything but”, “for a while”, “even though”,
 * a final “though”, “small but friendly”, and for the “but” that answers “not only”.
 */
export function isContrastAt(tokens: readonly Token[], place: number): boolean {
  const token = tokens[place];
  if (!token?.isWord || !CONTRASTS.has(token.text)) return false;
  const before = tokens[place - 1]?.text ?? '';
  const next = tokens[place + 1];
  // “Five stars but for the parking”.
  if (/^stars?$/.test(before) && next?.text === 'for') return false;
  switch (token.text) {
    case 'but':
      return !(
        ALL_OR_NONE.has(before) ||
        (before === 'one' && ['no', 'every', 'any'].includes(tokens[place - 2]?.text ?? '')) ||
        answersNotOnly(tokens, place) ||
        joinsDescriptions(tokens, place)
      );
    // Between two clauses it follows a comma; else it is a time: “while I was ill”.
    case 'while':
      return !BEFORE_A_WHILE.has(before) && (place === 0 || !tokens[place - 1]?.isWord);
    case 'though':
      return before !== 'even' && before !== 'as' && next?.isWord === true;
    default:
      return true;
  }
}

/** True if a “but” continues after “not only”, so that it is no contrast. */
function answersNotOnly(tokens: readonly Token[], place: number): boolean {
  for (let before = place - 1; before >= 0; before--) {
    const word = tokens[before]?.text ?? '';
    if (word === 'only') return tokens[before - 1]?.text === 'not';
    if (CONTRASTS.has(word) || ENDS.has(word)) return false;
  }
  return false;
}

const ENDS: ReadonlySet<string> = new Set(['.', '!', '?', ';']);

/** True if a “but” is part of one description, as in “a small but very friendly office”. */
function joinsDescriptions(tokens: readonly Token[], place: number): boolean {
  if (!DESCRIPTIONS.has(tokens[place - 1]?.text ?? '')) return false;
  const [first, second] = [tokens[place + 1], tokens[place + 2]];
  const word = first && DEGREES.has(first.text) ? second : first;
  return word?.isWord === true && !NO_DESCRIPTIONS.has(word.text);
}
