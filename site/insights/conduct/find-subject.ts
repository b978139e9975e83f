import { isAuxiliary, isVerb } from '#insights/text/verbs.ts';
import { wordSet } from '#insights/text/word-lists.ts';
import type { Referent } from './referents.ts';
import lists from './word-lists.json' with { type: 'json' };
import type { Word } from './words.ts';

/** What stands where the subject of a clause does. */
type Subject =
  | {
      readonly kind: 'named';
      readonly referent: Referent;
      /** Whom a place before it belongs to: “at the other clinic the staff …”. */
      readonly modifier?: Referent | undefined;
    }
  /** The reviewer, a pronoun, or a word for nobody named. */
  | { readonly kind: 'self' | 'pronoun' | 'nobody'; readonly place: number }
  /** The business without a name: “you”, “mine”, “this one”. */
  | { readonly kind: 'business' | 'none' };

const SELF = /^(?:i|we|im|ive)(?:'\w+)?$/;
const POSSESSIVES: ReadonlySet<string> = new Set(['his', 'her', 'their', 'its']);
const PRONOUNS = wordSet('he she his her they their it its this that these those which who whose');
const NOBODY = wordSet(lists.nobody);
const BUSINESS: ReadonlySet<string> = new Set(['you', 'your', 'mine', 'ours']);
const DETERMINERS = wordSet(lists.determiners);
/** What follows them is spoken of, but does nothing. */
export const ASIDES = wordSet(lists.asides);
/** What follows them may tell where, or whose people, the subject is: “nobody in that ER”. */
export const PREPOSITIONS = wordSet(lists.prepositions);

/** The first that may act: who is named outside of an aside, or a pronoun; before the first verb. */
export function findSubject(words: readonly Word[], referents: readonly Referent[]): Subject {
  let modifier: Referent | undefined;
  let preposition: string | undefined;
  for (let place = afterPhrase(words); place < words.length; place++) {
    const referent = referents.find(({ from }) => from === place);
    const { text = '', isMarked = false } = words[place] ?? {};
    if (isMarked && place > 0) preposition = undefined;
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
    } else if (QUESTIONS.has(text)) break;
    else if (SELF.test(text)) return { kind: 'self', place };
    else if (['he', 'she', 'they', 'it'].includes(text)) return { kind: 'pronoun', place };
  }
  return modifier ? { kind: 'named', referent: modifier } : { kind: 'none' };
}

/** What begins a clause whose actor is not the subject of the whole: “about what he saw”. */
const QUESTIONS = wordSet('what who how when where why if whether');

/** “Their adjuster”: the pronoun says only whose. */
function isOthers(referents: readonly Referent[], place: number): boolean {
  return referents.some(({ from, side }) => from === place && side === 'other');
}

/** Where the subject is looked for: behind “to be honest”, “to tell the truth”. */
function afterPhrase(words: readonly Word[]): number {
  if (words[0]?.text !== 'to') return 0;
  return Math.max(
    0,
    words.findIndex(({ text }) => DETERMINERS.has(text)),
  );
}

function subjectAt(words: readonly Word[], place: number): Subject | undefined {
  const text = words[place]?.text ?? '';
  if (SELF.test(text)) {
    const referent = findEarlier(words, place);
    return referent ? { kind: 'named', referent } : { kind: 'self', place };
  }
  if (NOBODY.has(text) || isNoOne(words, place)) return { kind: 'nobody', place };
  if (BUSINESS.has(text)) return { kind: 'business' };
  if (!PRONOUNS.has(text)) return undefined;
  if (!pointsAt(words, place)) return { kind: 'pronoun', place };
  return words[place + 1]?.text === 'one' ? { kind: 'business' } : undefined;
}

/** Whether “this”, “that” or the like only points at what follows: “that judge”. */
function pointsAt(words: readonly Word[], place: number): boolean {
  if (!['this', 'that', 'these', 'those'].includes(words[place]?.text ?? '')) return false;
  const next = words[place + 1];
  return next !== undefined && !next.isMarked && !isAuxiliary(next.text) && !isVerb(next.text);
}

function isNoOne(words: readonly Word[], place: number): boolean {
  return (
    words[place]?.text === 'one' &&
    ['no', 'any', 'every', 'some'].includes(words[place - 1]?.text ?? '')
  );
}

/** “The optician I went to before”: whoever the reviewer had to do with earlier. */
function findEarlier(words: readonly Word[], self: number): Referent | undefined {
  const isNamed = self >= 2 && !words[self]?.isMarked && words[self - 2]?.text === 'the';
  const did = words[self + 1]?.text ?? '';
  if (!isNamed || !/^(?:had|used|hired|called|tried|went|saw|visited)$/.test(did)) return undefined;
  const then = words.slice(self + 2, self + 6);
  if (!then.some(({ text }) => /^(?:before|first|previously|earlier|last)$/.test(text))) {
    return undefined;
  }
  const kind = { isPerson: true, isPeer: true, isDefinite: true };
  return { side: 'other', from: self - 1, to: self, ...kind };
}

/** Whether what begins at a place is only spoken of: “about the adjuster”, “unlike my old lawyer”. */
export function isAside(words: readonly Word[], from: number): boolean {
  for (let back = 1; back <= 3; back++) {
    const text = words[from - back]?.text ?? '';
    if (text === 'to') return false;
    if (ASIDES.has(text)) return true;
    if (PREPOSITIONS.has(text) || isAuxiliary(text)) return false;
  }
  return false;
}
