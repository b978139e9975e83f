import { isAuxiliary, isFiniteVerb, isVerb } from '#insights/text/verbs.ts';
import {
  BUSINESS,
  type Conduct,
  type Context,
  conductOf,
  NO_SUBJECT,
  textOf,
} from './conduct-of.ts';
import { ASIDES, isAside, PREPOSITIONS } from './find-subject.ts';
import { RELATIVE, SUBORDINATORS, type Word } from './words.ts';

/** Reads a clause in which the reviewer is treated by someone, or reports their own acts. */
export function readReceived(context: Context): Conduct {
  const { words, referents, antecedents } = context;
  const own = referents.find(({ side }) => side === 'business');
  const other = referents.find(({ side }) => side === 'other');
  if (own) {
    if (!other || own.from < other.from) antecedents.nameSubject(own, words);
    return BUSINESS;
  }
  if (!other) return readActing(context);
  const by = textOf(other, words);
  antecedents.nameObject(other, words);
  if (isAside(words, other.from)) return BUSINESS;
  return { whose: isWithinMain(words, other.from) ? 'other' : 'doubtful', by };
}

/** “I was told that they …”: the one who acts within the clause, or before it in its sentence. */
function readActing({ words, antecedents, before }: Context): Conduct {
  const acting = words.findIndex(
    ({ text }, place) => place > 0 && ['they', 'he', 'she'].includes(text),
  );
  const meant = acting > 0 ? antecedents.find(words[acting]?.text ?? '') : undefined;
  return meant?.side === 'other' ? { whose: 'doubtful', by: meant.by } : doubtAfter(before);
}

function beginsWithVerb(words: readonly Word[]): boolean {
  const first = words.find(({ text }) => !ADVERB.test(text));
  return first !== undefined && isFiniteVerb(first.text);
}

const ADVERB =
  /ly$|^(?:and|then|so|but|never|always|also|just|still|even|not|only|ever|too|both|all)$/;

/** True if a place comes before any subordinate clause. */
function isWithinMain(words: readonly Word[], to: number): boolean {
  return !words.slice(1, to).some(
    ({ text }, index) =>
      SUBORDINATORS.has(text) &&
      // “In that ER”.
      !(text === 'that' && PREPOSITIONS.has(words[index]?.text ?? '')),
  );
}

/** Reads a clause whose subject is a pronoun. */
export function readPronoun(place: number, context: Context): Conduct {
  const { words, referents, antecedents, before, last } = context;
  const text = words[place]?.text ?? '';
  const next = words[place + 1];
  const beside = referents.find(({ from }) => from > place && from <= place + 4);
  if (beside) {
    // “They (the apartment people)”, “he, the other driver”.
    const isApposed =
      beside.from <= place + 2 &&
      words.slice(place + 1, beside.from + 1).some(({ isMarked }) => isMarked);
    // “It was the landlord who …”.
    const isCleft =
      ['it', 'this', 'that'].includes(text) &&
      (isAuxiliary(next?.text ?? '') || words[place]?.token.text.endsWith("'s")) &&
      !isAside(words, beside.from);
    if (isApposed || isCleft) return conductOf(beside, context);
  }
  // “It took nineteen months” is about the case.
  if (text === 'it' && /^(?:took|takes|lasted)$/.test(next?.text ?? '')) return BUSINESS;
  if (RELATIVE.has(text) && last) return { ...BUSINESS, ids: last };
  if (RELATIVE.has(text) && before) return { ...before, ids: undefined };
  const meant = antecedents.find(text);
  if (meant) {
    if (meant.side === 'business') return { ...BUSINESS, ids: meant.ids };
    return { whose: meant.isUnsure ? 'doubtful' : 'other', by: meant.by };
  }
  return doubtAfter(before);
}

/** “It was a denial”, “there was no reason”: after someone else's conduct it may be about that. */
function doubtAfter(before: Conduct | undefined): Conduct {
  return before && before.whose !== 'business'
    ? { ...before, whose: 'doubtful', ids: undefined }
    : BUSINESS;
}

/** “No one in that ER …”, “what the insurer offered …”; “no one” alone is of the business. */
export function readUnspecified(place: number, context: Context): Conduct {
  const { words, referents, before } = context;
  const beside = referents.find(({ from }) => from > place && from <= place + 4);
  if (!beside || !isWithinMain(words.slice(place), beside.from - place)) {
    return doubtAfter(before);
  }
  const acts = words
    .slice(place + 1, beside.from)
    .some(({ text }) => ASIDES.has(text) || isVerb(text) || isAuxiliary(text) || text === 'but');
  return acts ? BUSINESS : conductOf(beside, context);
}

/** A clause without a subject continues the one before it in its sentence. */
export function readFragment(context: Context): Conduct {
  const { words, referents, antecedents, before } = context;
  if (referents.some(({ side }) => side === 'business')) return BUSINESS;
  if (before && before.whose !== 'business') return before;
  const other = referents.find(({ side }) => side === 'other');
  if (other && isWithinMain(words, other.from)) {
    const by = textOf(other, words);
    // “Despite the insurer’s stalling”: the whole clause is about them.
    if (ASIDES.has(words[0]?.text ?? '') && other.from <= 3) return { whose: 'other', by };
    antecedents.nameObject(other, words);
    if (!isAside(words, other.from)) return { whose: 'doubtful', by };
  }
  // “Linda was kind, never rushed me.”
  if (before?.ids && beginsWithVerb(words)) return before;
  // “The adjuster called. Rude and pushy.”
  const last = before ? undefined : antecedents.lastPerson;
  return last ? { whose: 'doubtful', by: last.by } : NO_SUBJECT;
}
