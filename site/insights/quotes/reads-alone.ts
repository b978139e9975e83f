import { countWords, type Token, tokenize } from '#insights/text/tokenize.ts';
import { isPredicate } from '#insights/text/verbs.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';
import { isCapital } from './private-matters.ts';

/** Why a quote cannot stand without the text around it. */
export type Flaw = 'question' | 'fragment' | 'pronoun' | 'story' | 'doubt';

/** Pronouns that say nothing without a person before them. */
const PERSONAL = /^(?:he|she|him|her|his|hers|himself|herself)(?:'\p{L}+)?$/u;
/** At the beginning these point at something before. Of a business everybody knows who “they” are. */
const POINTING = /^(?:it|this|that|these|those)(?:'\p{L}+)?$/u;
const PLURAL = /^(?:they|them|their)(?:'\p{L}+)?$/u;
/** What goes on with something said before. */
const GOES_ON = /^(?:but|however|and|also|then|so|or|yet|plus|instead|still|too)$/;
const LEANS = /^(?:both|neither|either|another|same|one|some|others|most|again|there)$/;
/** “Nobody called either” answers something said before. */
const ANSWERS = /^(?:either|too|though|instead|otherwise)$/;
/** A sentence that is but a clause of another one. */
const RELATIVE = /^(?:which|who|whom|whose|than|nor|as|to|of|or)$/;
const SUBORDINATE = /^(?:because|since|although|though|if|when|while|until|after|before|once)$/;
/** “This firm” and “that place” are clear on a page about the business. */
const PLACES =
  /^(?:firm|law|lawyers?|attorneys?|office|team|company|business|place|group|staff|people|guys?|hotel|lounge|restaurant|clinic|practice|shop|man|woman|lady)$/;
/** “This is the best firm” says itself what it points at. */
const IDENTIFIES = /^(?:it|this|that) (?:is|was|has been) (?:\w+ )?(?:the|a|an) /i;
/** Whom “they” may mean. */
const GROUP =
  /^(?:firm|team|office|staff|company|group|people|folks|guys|everyone|everybody|attorneys|lawyers|paralegals|assistants|nurses|doctors|servers|waiters|technicians|agents|owners|hotel|lounge|restaurant|clinic|practice|shop|business|place)$/;
/** Whom a pronoun may mean. */
const PERSON =
  /^(?:mr|mrs|ms|miss|dr|atty|attorney|lawyer|paralegal|assistant|receptionist|secretary|manager|associate|partner|doctor|nurse|dentist|technician|plumber|electrician|driver|waiter|waitress|server|bartender|chef|owner|clerk|agent|host|hostess|barista|person|man|woman|guy|gal|gentleman|lady|kid|boy|girl|baby|child|son|daughter|wife|husband|mother|father|mom|dad|mum|brother|sister|friend|cousin|uncle|aunt|grandmother|grandfather|adjuster|judge|boss|somebody|someone|everyone|everybody|whoever|nobody)(?:'s)?$/;

/** Words no phrase ends with, unless a mark shows that it was meant so. */
const MUST_GO_ON =
  /^(?:a|an|the|and|or|but|of|to|from|with|for|in|on|at|by|that|which|who|because|if|when|while|as|than|my|your|his|her|their|our|its|very|so|is|are|was|were|be)$/;

/** What happened to the reviewer, which is nobody's praise or blame. */
const STORY =
  /\b(?:i|we|he|she|they|who|and|my \w+|our \w+)(?:'d|'ve|'re|'s)? (?:\w+ )?(?:(?:was|were|got|been|had) (?:\w+ )?(?:rear|hit|struck|t-?boned|side ?swiped|injured|hurt|run over|bitten|attacked|thrown|in (?:a|an|my|the) (?:\w+ ){0,2}(?:accident|wreck|crash|collision|pileup))|(?:slipped|tripped|fell|crashed|wrecked|totaled|broke|hurt|injured|tore|shattered) )|\b(?:rear-?ended|t-?boned|sideswiped|broadsided|ran (?:a|the) (?:red|stop)|ran into (?:me|us|my|our)|hit (?:me|us|my|our)|hurt my|broke my|bit (?:me|my))\b/;

/** What others said once, and a heading with its mark, need what follows to speak of the business. */
const SAID_BY_OTHERS =
  /^(?:(?:my|our) (?:\w+ )?\w+|mama|mom|mum|dad|papa|grandma|grandpa|people|folks|some) (?:\w+ )?(?:asked|says?|said|told|thought|wanted|figured|believed|heard)\b/i;
const HEADING = /^(?:\S+\s){0,3}\S*:(?=\s)/;
/** “I don't doubt that they are honest” is misread too easily, as blame or praise. */
const DOUBT = /(?<!\b(?:no|without a|beyond a|without|beyond) )\bdoubt(?:s|ed|ing|ful)?\b/i;
/** Words that take back a part of what is said. */
const TAKES_BACK =
  /\b(?:but|however|although|though|except|unless|wish|wished|should have|could have|would have|unfortunately|instead)\b/i;

/** What is wrong with a quote that stands alone, if anything. `clause` is the part that is marked. */
export function findFlaw(text: string, clause: string): Flaw | undefined {
  if (text.includes('?')) return 'question';
  const tokens = tokenize(text);
  if (isFragment(text, tokens)) return 'fragment';
  if (DOUBT.test(clause)) return 'doubt';
  if (tellsStory(clause) || SAID_BY_OTHERS.test(clause)) return 'story';
  return pointsAtSomebody(text, tokens) ? 'pronoun' : undefined;
}

/** Whether a text is the story of what happened to somebody. */
export function tellsStory(text: string): boolean {
  return STORY.test(text.toLowerCase().replaceAll('’', "'"));
}

/** Whether a text is better read with the sentence before it, which it refers to. */
export function leansOn(before: string, text: string): boolean {
  const tokens = tokenize(text);
  const [first] = wordsIn(tokens);
  if (!first) return false;
  if (pointsAtSomething(text)) return true;
  if (!PLURAL.test(first.text)) return pointsAtSomebody(text, tokens);
  const there = tokenize(before);
  return there.some(
    (token, index) =>
      GROUP.test(token.text) ||
      (index > 0 && token.isWord && isCapital(before, token) && !FUNCTION_WORDS.has(token.text)),
  );
}

/** How well a quote without a flaw reads alone, from 0 to 1. The factors were chosen by reading quotes of two trades. */
export function clarityOf(text: string, clause: string): number {
  const tokens = tokenize(text);
  const words = wordsIn(tokens);
  const [first] = words;
  const last = tokens.at(-1);
  const own = countWords(tokenize(clause));
  const faults: readonly (readonly [boolean, number])[] = [
    [pointsAtSomething(text), 0.4],
    [GOES_ON.test(first?.text ?? ''), 0.75],
    [LEANS.test(first?.text ?? ''), 0.8],
    [first !== undefined && !isCapital(text, first), 0.85],
    [last?.isWord === true, 0.95],
    [ANSWERS.test(words.at(-1)?.text ?? ''), 0.75],
    [words.length < 5, 0.8],
    [text.length > 200, 0.9],
    [own < 4, 0.7],
    [own < words.length / 3, 0.8],
    [(text.match(/["“”]/g) ?? []).length % 2 === 1, 0.6],
    [/["“”]/.test(text), 0.85],
    [
      words.length > 3 && words.every(({ isShouted, text: word }) => isShouted || word.length < 3),
      0.7,
    ],
    [tellsStory(text), 0.7],
    [TAKES_BACK.test(clause), 0.6],
    [countOf(clause, '(') !== countOf(clause, ')'), 0.6],
    [MUST_GO_ON.test(tokenize(clause).at(-1)?.text ?? ''), 0.85],
  ];
  return faults.reduce((clarity, [isSo, factor]) => (isSo ? clarity * factor : clarity), 1);
}

function isFragment(text: string, tokens: readonly Token[]): boolean {
  const words = wordsIn(tokens);
  const [first] = words;
  const last = tokens.at(-1);
  if (!first || !last) return true;
  if (RELATIVE.test(first.text) || HEADING.test(text)) return true;
  if (SUBORDINATE.test(first.text) && !text.includes(',')) return true;
  if (last.isWord && MUST_GO_ON.test(last.text)) return true;
  if (/[,;:(—–-]/.test(last.text)) return true;
  return !words.some(({ text: word }) => isPredicate(word));
}

function pointsAtSomething(text: string): boolean {
  const [first, second] = wordsIn(tokenize(text));
  if (!POINTING.test(first?.text ?? '') || IDENTIFIES.test(text)) return false;
  return !PLACES.test(second?.text ?? '');
}

/** Whether “he” or “she” stands where nobody was named before. */
function pointsAtSomebody(text: string, tokens: readonly Token[]): boolean {
  for (const [index, token] of tokens.entries()) {
    if (!token.isWord) continue;
    if (PERSONAL.test(token.text)) return true;
    if (PERSON.test(token.text)) return false;
    if (!isCapital(text, token) || token.isShouted || FUNCTION_WORDS.has(token.text)) continue;
    if (/^i'|thing$/.test(token.text)) continue;
    // A capital is a name within a sentence; at its beginning only before a verb.
    if (index > 0 && !/[.!]/.test(tokens[index - 1]?.text ?? '')) return false;
    if (isPredicate(tokens[index + 1]?.text ?? '') && !isPredicate(token.text)) return false;
  }
  return false;
}

function wordsIn(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ isWord }) => isWord);
}

function countOf(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
