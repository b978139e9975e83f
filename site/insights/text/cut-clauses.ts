import { isContrastAt } from './contrasts.ts';
import { countWords, type Token } from './tokenize.ts';
import { isAuxiliary, isVerb } from './verbs.ts';
import lists from './word-lists.json' with { type: 'json' };
import { FUNCTION_WORDS, wordSet } from './word-lists.ts';

/** A stretch of a text with one statement: the unit of analysis. Offsets are UTF-16 units. */
export type Clause = {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
};

/** Words after which a point ends no sentence; nor does a point after a single letter. */
const ABBREVIATION = /^(?:mr|mrs|ms|dr|st|jr|sr|prof|atty|esq|vs|inc|ltd|co|dept|etc|\p{L})$/u;

/** Words that continue after a comma but say nothing themselves. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(['and', 'or', 'so', 'yet', 'then']);

/** Marks that end a clause if a space follows. */
const BREAKS: ReadonlySet<string> = new Set([';', ':', '—', '–', '-', ')', '…', '.', '!', '?']);

/** Minimum words on both sides of a comma that separates clauses; fewer are a list. */
const CLAUSE_WORDS = 2;

/** Maximum words of a heading: “Value for money: poor” is one clause. */
const HEADING_WORDS = 3;

/** Words that announce a clause, but are not its heading: “Verdict: would hire again”. */
const ANNOUNCEMENTS = wordSet(lists.announcements);

/** These begin a new subject after an “and”. */
const SUBJECTS = wordSet(lists.subjects);

/** The number of words of a clause that are searched for its verb. */
const VERB_WORDS = 12;

/** A longer clause is cut, so that a text without marks is not quoted whole. */
const MAX_TOKENS = 100;

/**
 * Cuts the tokens of a sentence into clauses: at marks, before words of contrast, before an “and”
 * with its own subject, and at commas with the words of a clause on both sides. A piece without a
 * content word, such as a final “too”, stays with the adjacent one; a sentence without any has no
 * clauses.
 */
export function cutClauses(tokens: readonly Token[]): Clause[] {
  const pieces: (readonly Token[])[] = [];
  let from = 0;
  for (let place = 1; place <= tokens.length; place++) {
    if (place < tokens.length && !isCut(tokens, from, place)) continue;
    pieces.push(tokens.slice(from, place));
    from = place;
  }
  return joinEmpty(pieces).flatMap((piece) => trimClause(piece) ?? []);
}

/** Joins pieces without a content word to the ones before them, or to the first that has one. */
function joinEmpty(pieces: readonly (readonly Token[])[]): (readonly Token[])[] {
  const joined: Token[][] = [];
  let waiting: Token[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (hasContent(piece)) {
      joined.push([...waiting, ...piece]);
      waiting = [];
    } else if (last) last.push(...piece);
    else waiting.push(...piece);
  }
  return joined;
}

/** True if tokens have content: a picture, or a word that carries more than grammar. */
function hasContent(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ text, isWord }, place) =>
      (isWord ? !EMPTY_WORDS.has(text) : !MARK.test(text)) ||
      // “They were there for me.”
      (text === 'there' && tokens[place + 1]?.text === 'for'),
  );
}

const MARK = /^[.!?,;:()"“”…—–-]$/;
// “Never again” says a lot.
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  [...FUNCTION_WORDS, 'however', 'except', 'unfortunately'].filter((word) => word !== 'again'),
);

/** True if a clause that began at a place ends before the token at another. */
function isCut(tokens: readonly Token[], from: number, place: number): boolean {
  const before = tokens[place - 1];
  const token = tokens[place];
  if (!before || !token) return false;
  if (isContrastAt(tokens, place)) return true;
  if (token.text === '(' || place - from >= MAX_TOKENS) return true;
  if (before.text === ':' && isHeading(tokens, from, place)) return false;
  if (BREAKS.has(before.text) && !BREAKS.has(token.text)) {
    return token.start > before.end && !endsAbbreviation(tokens, place);
  }
  if (joinsClauses(tokens, from, place)) return true;
  // “11,400” is one number.
  if (before.text !== ',' || token.start === before.end) return false;
  // The next words are tested first: looking back at every comma of a long list would be quadratic.
  return (
    wordsAfter(tokens, place) >= CLAUSE_WORDS &&
    countWords(tokens.slice(from, place)) >= CLAUSE_WORDS
  );
}

/** True if an “and” joins clauses: “the food was good and the service was slow”. */
function joinsClauses(tokens: readonly Token[], from: number, place: number): boolean {
  const [joint, next] = [tokens[place]?.text ?? '', tokens[place + 1]?.text ?? ''];
  if (!['and', 'so', 'or'].includes(joint) || !SUBJECTS.has(next)) return false;
  // “The food and the service were good”, “I liked the food and the service” are one clause each.
  return (
    hasVerb(tokens.slice(Math.max(from, place - VERB_WORDS), place)) &&
    hasVerb(tokens.slice(place + 1, place + 1 + VERB_WORDS))
  );
}

function hasVerb(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => isAuxiliary(text) || isVerb(text));
}

/** True if the words before a colon are judged after it, as in “Communication: poor”. */
function isHeading(tokens: readonly Token[], from: number, place: number): boolean {
  if (place - from > HEADING_WORDS + 1) return false;
  return !tokens.slice(from, place).some(({ text }) => ANNOUNCEMENTS.has(text));
}

/** The words up to the next mark, without a conjunction before them, as far as they matter. */
function wordsAfter(tokens: readonly Token[], place: number): number {
  const from = CONJUNCTIONS.has(tokens[place]?.text ?? '') ? place + 1 : place;
  let words = 0;
  for (let at = from; words < CLAUSE_WORDS; at++) {
    if (tokens[at]?.isWord) words++;
    else if (!endsAbbreviation(tokens, at + 1)) break;
  }
  return words;
}

/** A clause as it is quoted: it begins with a word of content and ends without a comma. */
function trimClause(tokens: readonly Token[]): Clause | undefined {
  const first = tokens.findIndex(
    ({ isWord, text }, place) => isWord && !CONJUNCTIONS.has(text) && !isContrastAt(tokens, place),
  );
  const last = tokens.findLast(({ text, isWord }) => isWord || !/^[,;:()"“”—–-]$/.test(text));
  const begin = tokens[first] ?? tokens.find(({ text }) => !/^[.,;:()"“”—–…-]$/.test(text));
  if (!begin || !last || last.start < begin.start) return undefined;
  return { start: begin.start, end: last.end, tokens };
}

/** True if the token before a place is an abbreviation's point. Not for a grade: “Clarity: A.” */
export function endsAbbreviation(tokens: readonly Token[], place: number): boolean {
  const word = tokens[place - 2]?.text ?? '';
  if (tokens[place - 1]?.text !== '.' || !ABBREVIATION.test(word)) return false;
  return word.length > 1 || tokens[place - 3]?.text !== ':';
}
