import { readLists } from '#insights/text/read-table.ts';
import { isAuxiliary, isVerb } from '#insights/text/verbs.ts';
import { wordSet } from '#insights/text/word-lists.ts';
import type { Referent } from './referents.ts';
import type { Word } from './words.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/** The subject of a clause, or the word in its place. */
type Subject =
  | {
      readonly kind: 'named';
      readonly referent: Referent;
      /** The party that a place before it belongs to: “at the other clinic the staff …”. */
      readonly modifier?: Referent | undefined;
    }
  /** The reviewer, a pronoun, or a word that names no one. */
  | { readonly kind: 'self' | 'pronoun' | 'unnamed'; readonly place: number }
  /** The business without a name: “you”, “mine”, “this one”. */
  | { readonly kind: 'business' | 'none' };

const SELF = /^(?:i|we|im|ive)(?:'\w+)?$/;
const POSSESSIVES: ReadonlySet<string> = new Set(['his', 'her', 'their', 'its']);
const PRONOUNS = wordSet('he she his her they their it its this that these those which who whose');
const NOBODY = list('nobody');
const BUSINESS: ReadonlySet<string> = new Set(['you', 'your', 'mine', 'ours']);
const DETERMINERS = list('determiners');
/** Words whose objects are spoken of, but do not act. */
export const ASIDES = list('asides');
/** Words before a place or a person that locates the subject: “no one in that ER”. */
export const PREPOSITIONS = list('prepositions');

/** Finds the first that may act: a name outside an aside, or a pronoun; before the first verb. */
export function findSubject(words: readonly Word[], referents: readonly Referent[]): Subject {
  let modifier: Referent | undefined;
  let preposition: string | undefined;
  for (let place = afterPhrase(words); place < words.length; place++) {
    const referent = referents.find(({ from }) => from === place);
    const text = words[place]?.text ?? '';
    if (referent) {
      if (preposition === undefined) return { kind: 'named', referent, modifier };
      if (!ASIDES.has(preposition)) modifier ??= referent;
      preposition = undefined;
      place = referent.to - 1;
    } else if (ASIDES.has(text) || PREPOSITIONS.has(text)) {
      preposition = text;
    } else if (preposition === undefined || isAuxiliary(text)) {
      preposition = undefined;
      if (POSSESSIVES.has(text) && isOthers(referents, place + 1)) continue;
      const subject = subjectAt(words, place);
      if (subject) return subject;
      if (isAuxiliary(text) || isVerb(text)) break;
    } else if (SELF.test(text)) return { kind: 'self', place };
    else if (['he', 'she', 'they', 'it'].includes(text)) return { kind: 'pronoun', place };
  }
  // “Ask for Linda”: she does not act.
  const isAsked = modifier?.ids && !words.slice(modifier.to).some(isActing);
  return modifier && !isAsked ? { kind: 'named', referent: modifier } : { kind: 'none' };
}

function isActing({ text }: Word): boolean {
  return isAuxiliary(text) || isVerb(text);
}

/** “Their adjuster”, “his assistant Linda”: the pronoun is only a possessive. */
function isOthers(referents: readonly Referent[], place: number): boolean {
  return referents.some(({ from, side, ids }) => from === place && (side === 'other' || ids));
}

/** The start of the search for a subject: after “to be honest”, “to tell the truth”. */
function afterPhrase(words: readonly Word[]): number {
  const place = words.findIndex(({ text }) => DETERMINERS.has(text));
  return words[0]?.text === 'to' && place > 0 ? place : 0;
}

function subjectAt(words: readonly Word[], place: number): Subject | undefined {
  const text = words[place]?.text ?? '';
  if (SELF.test(text)) return { kind: 'self', place };
  if (NOBODY.has(text)) return { kind: 'unnamed', place };
  if (BUSINESS.has(text)) return { kind: 'business' };
  if (!PRONOUNS.has(text)) return undefined;
  if (!pointsAt(words, place)) return { kind: 'pronoun', place };
  return words[place + 1]?.text === 'one' ? { kind: 'business' } : undefined;
}

/** True if “this”, “that” or the like only points at the next words: “that judge”. */
function pointsAt(words: readonly Word[], place: number): boolean {
  if (!['this', 'that', 'these', 'those'].includes(words[place]?.text ?? '')) return false;
  const next = words[place + 1];
  return next !== undefined && !next.isMarked && !isAuxiliary(next.text) && !isVerb(next.text);
}

/** True if words are only spoken of: “about the adjuster”, “unlike my old lawyer”. */
export function isAside(words: readonly Word[], from: number): boolean {
  for (let back = 1; back <= 3; back++) {
    const text = words[from - back]?.text ?? '';
    if (text === 'to') return false;
    if (ASIDES.has(text)) return true;
    if (PREPOSITIONS.has(text) || isAuxiliary(text)) return false;
  }
  return false;
}
