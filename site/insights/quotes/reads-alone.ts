import { countWords, type Token, tokenize } from '#insights/text/tokenize.ts';
import { isPredicate } from '#insights/text/verbs.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';
import { isCapital } from './private-matters.ts';

/** The reason that a quote is unclear without the text around it. */
export type Flaw = 'question' | 'fragment' | 'pronoun' | 'story' | 'doubt';

/** Pronouns that mean nothing without a person before them. */
const PERSONAL = /^(?:he|she|him|her|his|hers|himself|herself)(?:'\p{L}+)?$/u;
/** At the start, these refer to something before. For a business, “they” is clear. */
const POINTING = /^(?:it|this|that|these|those)(?:'\p{L}+)?$/u;
const PLURAL = /^(?:they|them|their)(?:'\p{L}+)?$/u;
/** Words that continue an earlier statement. */
const GOES_ON = /^(?:but|however|and|also|then|so|or|yet|plus|instead|still|too)$/;
const LEANS = /^(?:both|neither|either|another|same|one|some|others|most|again|there)$/;
/** “No one called either” answers an earlier statement. */
const ANSWERS = /^(?:either|too|though|instead|otherwise)$/;
/** A sentence that is only a clause of another one. */
const RELATIVE = /^(?:which|who|whom|whose|than|nor|as|to|of|or)$/;
const SUBORDINATE = /^(?:because|since|although|though|if|when|while|until|after|before|once)$/;
/** “This firm” and “that place” are clear on a page about the business. */
const PLACES =
  /^(?:firm|law|lawyers?|attorneys?|office|team|company|business|place|group|staff|people|guys?|hotel|lounge|restaurant|clinic|practice|shop|man|woman|lady)$/;
/** “This is the best firm” itself explains its pronoun. */
const IDENTIFIES = /^(?:it|this|that) (?:is|was|has been) (?:\w+ )?(?:the|a|an) /i;
/** Possible meanings of “they”. */
const GROUP =
  /^(?:firm|team|office|staff|company|group|people|folks|guys|everyone|everybody|attorneys|lawyers|paralegals|assistants|nurses|doctors|servers|waiters|technicians|agents|owners|hotel|lounge|restaurant|clinic|practice|shop|business|place)$/;
/** Possible meanings of other pronouns. */
const PERSON =
  /^(?:mr|mrs|ms|miss|dr|atty|attorney|lawyer|paralegal|assistant|receptionist|secretary|manager|associate|partner|doctor|nurse|dentist|technician|plumber|electrician|driver|waiter|waitress|server|bartender|chef|owner|clerk|agent|host|hostess|barista|person|man|woman|guy|gal|gentleman|lady|kid|boy|girl|baby|child|son|daughter|wife|husband|mother|father|mom|dad|mum|brother|sister|friend|cousin|uncle|aunt|grandmother|grandfather|adjuster|judge|boss|somebody|someone|everyone|everybody|whoever|nobody)(?:'s)?$/;

/** Words that end no phrase, unless a mark shows the intention. */
const MUST_GO_ON =
  /^(?:a|an|the|and|or|but|of|to|from|with|for|in|on|at|by|that|which|who|because|if|when|while|as|than|my|your|his|her|their|our|its|very|so|is|are|was|were|be)$/;

/** Events in the reviewer's life, which praise and blame no one. */
const STORY =
  /\b(?:i|we|he|she|they|who|and|my \w+|our \w+)(?:'d|'ve|'re|'s)? (?:\w+ )?(?:(?:was|were|got|been|had) (?:\w+ )?(?:rear|hit|struck|t-?boned|side ?swiped|injured|hurt|run over|bitten|attacked|thrown|in (?:a|an|my|the) (?:\w+ ){0,2}(?:accident|wreck|crash|collision|pileup))|(?:slipped|tripped|fell|crashed|wrecked|totaled|broke|hurt|injured|tore|shattered) )|\b(?:rear-?ended|t-?boned|sideswiped|broadsided|ran (?:a|the) (?:red|stop)|ran into (?:me|us|my|our)|hit (?:me|us|my|our)|hurt my|broke my|bit (?:me|my))\b/;

/** Remarks of others, and a heading, which need the next words to be about the business. */
const SAID_BY_OTHERS =
  /^(?:(?:my|our) (?:\w+ )?\w+|mama|mom|mum|dad|papa|grandma|grandpa|people|folks|some) (?:\w+ )?(?:asked|says?|said|told|thought|wanted|figured|believed|heard)\b/i;
const HEADING = /^(?:\S+\s){0,3}\S*:(?=\s)/;
/** “I don't doubt that they are honest” is misread too easily, as blame or praise. */
const DOUBT = /(?<!\b(?:no|without a|beyond a|without|beyond) )\bdoubt(?:s|ed|ing|ful)?\b/i;
/** Words that retract a part of a statement. */
const TAKES_BACK =
  /\b(?:but|however|although|though|except|unless|wish|wished|should have|could have|would have|unfortunately|instead)\b/i;

/** The flaw of a quote out of context, if any. `clause` is the part that is marked. */
export function findFlaw(text: string, clause: string): Flaw | undefined {
  if (text.includes('?')) return 'question';
  const tokens = tokenize(text);
  if (isFragment(text, tokens)) return 'fragment';
  if (DOUBT.test(clause)) return 'doubt';
  if (tellsStory(clause) || SAID_BY_OTHERS.test(clause)) return 'story';
  return pointsAtSomebody(text, tokens) ? 'pronoun' : undefined;
}

/** True if a text is a story of events in the reviewer's life. */
export function tellsStory(text: string): boolean {
  return STORY.test(text.toLowerCase().replaceAll('’', "'"));
}

/** True if a text is clearer with the sentence before it, which it refers to. */
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

/** The clarity of a quote without a flaw, from 0 to 1; tuned by reading quotes of two trades. */
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
    [/["“”]/.test(text), 0.85],
    [
      words.length > 3 && words.every(({ isShouted, text: word }) => isShouted || word.length < 3),
      0.7,
    ],
    [tellsStory(text), 0.7],
    [TAKES_BACK.test(clause), 0.6],
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

/** True if “he” or “she” occurs without a named person before. */
function pointsAtSomebody(text: string, tokens: readonly Token[]): boolean {
  for (const [index, token] of tokens.entries()) {
    if (!token.isWord) continue;
    if (PERSONAL.test(token.text)) return true;
    if (PERSON.test(token.text)) return false;
    if (!isCapital(text, token) || token.isShouted || FUNCTION_WORDS.has(token.text)) continue;
    if (/^i'|thing$/.test(token.text)) continue;
    // A capital is a name within a sentence; at the start only before a verb.
    if (index > 0 && !/[.!]/.test(tokens[index - 1]?.text ?? '')) return false;
    if (isPredicate(tokens[index + 1]?.text ?? '') && !isPredicate(token.text)) return false;
  }
  return false;
}

function wordsIn(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ isWord }) => isWord);
}
