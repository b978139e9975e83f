import { isContrast } from './contrasts.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A stretch of a text that says one thing: the unit of analysis. Offsets are UTF-16 units. */
export type Clause = {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
};

/** The clauses of a sentence, and all its tokens. Every token of it stands in one clause. */
export type Sentence = {
  readonly tokens: readonly Token[];
  readonly clauses: readonly Clause[];
};

/** Words after which a point ends no sentence; nor does one after a single letter. */
const ABBREVIATION = /^(?:mr|mrs|ms|dr|st|jr|sr|prof|atty|esq|vs|inc|ltd|co|dept|etc|\p{L})$/u;

/** Words that go on after a comma without saying anything themselves. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(['and', 'or', 'so', 'yet', 'then']);

/** Marks that end a clause where a space follows. */
const BREAKS: ReadonlySet<string> = new Set([';', ':', '—', '–', '-', ')', '…', '.', '!', '?']);

/** On both sides of a comma so many words make clauses; fewer are a list. */
const CLAUSE_WORDS = 2;

/** A longer clause is cut, lest a text without marks be quoted whole. */
const MAX_TOKENS = 100;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Cuts a text into sentences (Unicode Standard Annex 29 §5, but a point after an abbreviation ends
 * none) and these into clauses: at marks, before words of contrast, and at commas with the words of
 * a clause on both sides.
 */
export function segmentText(text: string): Sentence[] {
  const tokens = tokenize(text);
  const sentences: Sentence[] = [];
  let from = 0;
  let to = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    while (to < tokens.length && (tokens[to]?.start ?? 0) < index + segment.length) to++;
    if (to < tokens.length && isAbbreviated(tokens, to)) continue;
    const own = tokens.slice(from, to);
    const clauses = cutClauses(own);
    if (clauses.length > 0) sentences.push({ tokens: own, clauses });
    from = to;
  }
  return sentences;
}

/** Whether the token before a place is the point of an abbreviation. */
function isAbbreviated(tokens: readonly Token[], place: number): boolean {
  return tokens[place - 1]?.text === '.' && ABBREVIATION.test(tokens[place - 2]?.text ?? '');
}

function cutClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  for (let place = 1; place <= tokens.length; place++) {
    if (place < tokens.length && !isCut(tokens, from, place)) continue;
    const clause = trimClause(tokens.slice(from, place));
    if (clause) clauses.push(clause);
    from = place;
  }
  return clauses;
}

/** Whether a clause that began at a place ends before the token at another. */
function isCut(tokens: readonly Token[], from: number, place: number): boolean {
  const before = tokens[place - 1];
  const token = tokens[place];
  if (!before || !token) return false;
  if (token.isWord && isContrast(token.text)) return !answersNotOnly(tokens, from, place);
  if (token.text === '(' || place - from >= MAX_TOKENS) return true;
  // What stands before a colon is judged behind it: “Communication: poor”.
  if (before.text === ':' && wordsFrom(tokens, from, place) < CLAUSE_WORDS) return false;
  if (BREAKS.has(before.text) && !BREAKS.has(token.text)) {
    return token.start > before.end && !isAbbreviated(tokens, place);
  }
  if (before.text !== ',') return false;
  // What follows is asked first: looking back at every comma of a long list would take its square.
  return (
    wordsAfter(tokens, place) >= CLAUSE_WORDS && wordsFrom(tokens, from, place) >= CLAUSE_WORDS
  );
}

/** Whether a “but” goes on with what “not only” began, and sets nothing against it. */
function answersNotOnly(tokens: readonly Token[], from: number, place: number): boolean {
  if (tokens[place]?.text !== 'but') return false;
  for (let before = place - 1; before > from; before--) {
    const word = tokens[before]?.text ?? '';
    if (word === 'only') return tokens[before - 1]?.text === 'not';
    if (isContrast(word)) return false;
  }
  return false;
}

function wordsFrom(tokens: readonly Token[], from: number, to: number): number {
  let words = 0;
  for (let place = from; place < to; place++) if (tokens[place]?.isWord) words++;
  return words;
}

/** The words up to the next mark, without a conjunction before them, as far as they matter. */
function wordsAfter(tokens: readonly Token[], place: number): number {
  const from = CONJUNCTIONS.has(tokens[place]?.text ?? '') ? place + 1 : place;
  let words = 0;
  while (words < CLAUSE_WORDS && tokens[from + words]?.isWord) words++;
  return words;
}

/** A clause as it is quoted: it begins with a word that says something and ends without a comma. */
function trimClause(tokens: readonly Token[]): Clause | undefined {
  const first = tokens.find(
    ({ isWord, text }) => isWord && !CONJUNCTIONS.has(text) && !isContrast(text),
  );
  const last = tokens.findLast(({ text, isWord }) => isWord || !/^[,;:()"“”—–-]$/.test(text));
  const begin = first ?? tokens.find(({ text }) => !/^[.,;:()"“”—–…-]$/.test(text));
  if (!begin || !last || last.start < begin.start) return undefined;
  return { start: begin.start, end: last.end, tokens };
}
