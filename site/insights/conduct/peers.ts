import { readLists } from '#insights/text/read-table.ts';
import { isAuxiliary, isVerb } from '#insights/text/verbs.ts';
import { FUNCTION_WORDS, IRREGULAR_WORDS, wordSet } from '#insights/text/word-lists.ts';
import type { Referent } from './referents.ts';
import { FIRM_NOUNS, isPlural, singular, type Word } from './words.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/** Words for another firm: “a different firm”, “the other clinic”; its staff has many people. */
const OTHER_MARKS = wordSet('another different other last');
/** Words that make a firm or a person another one: “my old lawyer”, “the first two shops”. */
const FORMER_MARKS = wordSet('previous prior old former first ex earlier original competing rival');

/** Past dealings with a business that is not this one: “the lawyer I had before”. */
const DEALINGS = wordSet('had has used uses hired called tried went fired saw visited interviewed');
const EARLIER = wordSet('before first previously earlier last originally initially');

/** True if some words mean another business. */
export function hasPeerMark(words: readonly Word[], from: number, to: number): boolean {
  return words.slice(from, to).some(({ text }) => FORMER_MARKS.has(text) || OTHER_MARKS.has(text));
}

/** True if a noun for a business means another than the reviewed one. */
export function isOneOfThem(words: readonly Word[], place: number): boolean {
  const noun = words[place]?.text ?? '';
  for (let back = 1; back <= 3; back++) {
    const word = words[place - back];
    if (!word || words[place - back + 1]?.isMarked) break;
    if (FORMER_MARKS.has(word.text)) return true;
    if (OTHER_MARKS.has(word.text)) return FIRM_NOUNS.has(singular(noun));
    if (FUNCTION_WORDS.has(word.text)) break;
  }
  const next = words[place + 1];
  if (next?.text === 'before' && !next.isMarked) return true;
  // “The lawyer I had before”.
  const from = next?.text === 'who' || next?.text === 'that' ? place + 2 : place + 1;
  const [who, dealing] = [words[from], words[from + 1]];
  if (!who || !dealing || who.isMarked || !['i', 'we'].includes(who.text)) return false;
  if (!DEALINGS.has(dealing.text)) return false;
  return words
    .slice(from + 2, from + 7)
    .some(({ text }) => EARLIER.has(text) || /^(?:19|20)\d\d$|^ago$/.test(text));
}

/** “The company I work for”, “the place I got hurt at”. */
export function isWorkplace(words: readonly Word[], place: number): boolean {
  const [next, ...rest] = words.slice(place + 1, place + 7);
  if (!next || next.isMarked || !['i', 'we', 'he', 'she'].includes(next.text)) return false;
  return (
    rest.some(({ text }) => /^(?:work|drive|drove|hurt|injur|employ|fell|slip)/.test(text)) &&
    rest.some(({ text }) => text === 'for' || text === 'at' || text === 'in')
  );
}

/** “My old gym”, “the previous groomer”: any predecessor, by any noun. */
export function predecessorAt(words: readonly Word[], place: number): Referent | undefined {
  const [owner, mark, noun, next] = words.slice(place - 2, place + 2);
  if (!owner || !mark || !noun || noun.isMarked || mark.isMarked) return undefined;
  if (!/^(?:my|our|the|his|her)$/.test(owner.text)) return undefined;
  if (!/^(?:old|former|previous|prior|ex)$/.test(mark.text)) return undefined;
  // Only if it acts and is not a thing: “my old car broke down” is no business.
  const acts = next && !next.isMarked && (isAuxiliary(next.text) || isVerb(next.text));
  if (!acts || PAST_THINGS.has(singular(noun.text))) return undefined;
  const kind = { isPerson: !isPlural(noun.text), isPeer: true, isDefinite: true };
  return { side: 'other', from: place, to: place + 1, ...kind };
}

const PAST_THINGS = list('pastThings');

/** “The bailiff”, “my chiropractor”: a person outside the business, by a noun for a doer. */
export function strangerAt(words: readonly Word[], place: number): Referent | undefined {
  const text = words[place]?.text ?? '';
  if (!DOER.test(text) || THINGS.has(singular(text)) || FUNCTION_WORDS.has(text)) return undefined;
  if (!STRANGE.has(words[place - 1]?.text ?? '') || words[place]?.isMarked) return undefined;
  const next = words[place + 1];
  // “The computer system”, “the order form”: not a person, if another noun follows.
  if (next && !next.isMarked && !FUNCTION_WORDS.has(next.text) && !/ed$/.test(next.text)) {
    if (!IRREGULAR_WORDS.has(next.text) && !/s$/.test(next.text)) return undefined;
  }
  const kind = { isPerson: !isPlural(text), isPeer: false, isDefinite: true };
  return { side: 'other', from: place, to: place + 1, ...kind };
}

/** Nouns for people who do something. */
export const DOER = /^\w{3,}(?:er|or|ist|ian|iff)s?$/;
const STRANGE: ReadonlySet<string> = new Set(['the', 'my', 'our', 'his', 'her', 'that', 'some']);
const THINGS = list('things');
