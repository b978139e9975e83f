import type { Vocabulary } from '#dataset/annotate.ts';
import type { Sentence } from '#insights/text/segment-text.ts';
import { isAuxiliary, isVerb } from '#insights/text/verbs.ts';
import { wordSet } from '#insights/text/word-lists.ts';
import { Antecedents } from './antecedents.ts';
import { ASIDES, findSubject, isAside, PREPOSITIONS } from './find-subject.ts';
import type { Referent } from './referents.ts';
import { createReferentFinder, isNoun } from './referents.ts';
import lists from './word-lists.json' with { type: 'json' };
import { joinWords, type Word, wordsOf } from './words.ts';

/** Whose conduct a clause is about. */
export type Conduct = {
  /** Doubtful: it may be somebody else’s, so that blame does not count. */
  readonly whose: 'business' | 'other' | 'doubtful';
  /** The words that speak of somebody else, or that a pronoun stands for: folded. */
  readonly by?: string;
};

/** Tells whose conduct each clause of each sentence of a text is about. */
type ReadConduct = (sentences: readonly Sentence[]) => readonly (readonly Conduct[])[];

const BUSINESS: Conduct = { whose: 'business' };
/** Where a clause has no subject. */
const NOBODY_NAMED: Conduct = { whose: 'business' };

const RELATIVE: ReadonlySet<string> = new Set(['who', 'which', 'whose', 'that']);
/** Words that begin a clause within a clause. */
const SUBORDINATORS = wordSet(lists.subordinators);
/** How the reviewer came to know what others might have told. */
const LEARNT = /\b(?:found out|find out|learned|learnt|had to hear)\b/;
/** What the person who caused an accident did. */
const HARM =
  /\b(?:hit|struck|rear ended|sideswiped|broadsided|t boned|ran over|ran into|crashed into|backed into|plowed into|cut off) (?:me|us|my|our|into)\b|\b(?:ran|blew|blew through|blew thru) (?:the|a|that) (?:red )?(?:light|stop sign|stop|yield)\b|\b(?:speeding|drunk driving|texting and driving|hit and run)\b/;

/** A clause that is read, and what is known before it. */
type Context = {
  readonly words: readonly Word[];
  readonly referents: readonly Referent[];
  readonly antecedents: Antecedents;
  /** The clause before it in its sentence. */
  readonly before: Conduct | undefined;
};

/**
 * Reads whose conduct clauses are about: words.ts → referents.ts (whom words name, with peers.ts for
 * other businesses) → find-subject.ts → here, with antecedents.ts for pronouns. A clause is about its
 * subject: the business, its people or nobody named; or somebody else (`others`, another business of
 * its kind). Where the reviewer is the subject, it is about who acts. What is unsure is doubtful. It
 * looks at words and their order, not at grammar. modes.ts: whether a clause is a fact.
 */
export function createConductReader({
  others,
  names,
}: Pick<Vocabulary, 'others' | 'names'>): ReadConduct {
  const findReferents = createReferentFinder(others, names);
  return (sentences) => {
    const antecedents = new Antecedents();
    return sentences.map(({ clauses }) => {
      antecedents.beginSentence();
      const conducts: Conduct[] = [];
      for (const { tokens } of clauses) {
        const words = wordsOf(tokens);
        const referents = findReferents(words);
        const context = { words, referents, antecedents, before: conducts.at(-1) };
        conducts.push(doubtWithin(readClause(context), context));
      }
      return conducts.map((conduct, place) => shareDoubt(conduct, conducts[place + 1]));
    });
  };
}

/** What has no subject, before a clause about somebody else, may be about them: “No lights, they knew.” */
function shareDoubt(conduct: Conduct, next: Conduct | undefined): Conduct {
  if (conduct !== NOBODY_NAMED || next?.whose !== 'other') return conduct;
  return { ...next, whose: 'doubtful' };
}

/**
 * “Linda said that the adjuster lied”, “they fought an insurer that was rude”: what is said of somebody
 * else within a clause of the business is no blame of it, unless it did not do what is told.
 */
function doubtWithin(conduct: Conduct, { words, referents }: Context): Conduct {
  if (conduct.whose !== 'business' || ASIDES.has(words[0]?.text ?? '')) return conduct;
  const other = referents.find(({ side, from, to }) => {
    if (side !== 'other' || from === 0 || isAside(words, from)) return false;
    const before = words.slice(0, from).map(({ text }) => text);
    if (before.some((text) => NOT_DONE.test(text))) return false;
    const next = words[to]?.text ?? '';
    const isWithin = before.slice(1).some((text) => SUBORDINATORS.has(text) || text === 'as');
    // “My lawyer at the hospital was kind.”
    const isPlace = before
      .slice(-2)
      .some((text) => PREPOSITIONS.has(text) && text !== 'by' && text !== 'of');
    const isActing = !isPlace && (RELATIVE.has(next) || /^(?:is|are|was|were)$/.test(next));
    return isWithin || isActing || ['by', 'of'].some((text) => before.slice(-3).includes(text));
  });
  return other ? { whose: 'doubtful', by: textOf(other, words) } : conduct;
}

const NOT_DONE =
  /^(?:not|never|nobody|none|no|without|failed|refused|forgot|\w+n't|didnt|doesnt|wasnt|wont)$/;

function readClause(context: Context): Conduct {
  const { words, referents, antecedents } = context;
  // “I had to learn it from the insurer”: somebody else should have told.
  if (LEARNT.test(joinWords(words.slice(0, referents[0]?.from)))) return BUSINESS;
  const subject = findSubject(words, referents);
  // “My kids were treated kindly by the nurses.”
  const agent = referents.find(({ from, side }) => side !== 'kin' && isAfterBy(words, from));
  const isActive = subject.kind === 'named' && subject.referent.side !== 'kin';
  if (agent && !isActive) return conductOf(agent, context);
  // “She hit me and drove off”, “some fool ran the light”: of an accident the business is no cause.
  if (subject.kind !== 'named' && subject.kind !== 'self' && HARM.test(joinWords(words))) {
    const by = words[subject.kind === 'pronoun' ? subject.place : 0]?.text ?? '';
    antecedents.nameOffender(by);
    return { whose: 'other', by };
  }
  switch (subject.kind) {
    case 'named':
      return readNamed(subject.referent, subject.modifier, context);
    case 'self':
      return readReceived(context);
    case 'pronoun':
      return readPronoun(subject.place, context);
    case 'nobody':
      return readNobody(subject.place, context);
    case 'business':
      return BUSINESS;
    case 'none':
      return readFragment(context);
  }
}

/** A clause whose subject is named. */
function readNamed(referent: Referent, modifier: Referent | undefined, context: Context): Conduct {
  const { before } = context;
  if (referent.side === 'business') {
    // “At the other clinic the staff was rude.”
    if (modifier?.side === 'other' && isNoun(referent, context.words)) {
      return conductOf(modifier, context);
    }
    // “The credit union let me wait, kind people.”, “The hospital was a mess and the staff was rude.”
    if (before && before.whose !== 'business' && isNoun(referent, context.words)) {
      if (!referent.isDefinite) return before;
      if (isTheirs(referent, context.words)) return { ...before, whose: 'doubtful' };
    }
  }
  return conductOf(referent, context);
}

/** “The staff”, “the people there”, and not “my lawyer”, “this office” or “the people here”. */
function isTheirs({ from }: Referent, words: readonly Word[]): boolean {
  const isHere = words.some(({ text }) => text === 'here');
  const before = words.slice(Math.max(0, from - 2), from).map(({ text }) => text);
  return !isHere && !before.some((text) => /^(?:my|our|this|these|your)$/.test(text));
}

function conductOf(referent: Referent, { words, antecedents }: Context): Conduct {
  const by = textOf(referent, words);
  if (referent.side === 'kin') return { whose: 'doubtful', by };
  antecedents.nameSubject(referent, words);
  return referent.side === 'business' ? BUSINESS : { whose: 'other', by };
}

/** A clause in which the reviewer is treated by somebody, or says what he or she did. */
function readReceived(context: Context): Conduct {
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

/** “I was told that they …”: whoever acts within the clause, or did so before it in its sentence. */
function readActing({ words, antecedents, before }: Context): Conduct {
  const acting = words.findIndex(
    ({ text }, place) => place > 0 && ['they', 'he', 'she'].includes(text),
  );
  const meant = acting > 0 ? antecedents.find(words[acting]?.text ?? '') : undefined;
  return meant?.side === 'other' ? { whose: 'doubtful', by: meant.by } : doubtAfter(before);
}

/** Whether a place comes before any clause within the clause. */
function isWithinMain(words: readonly Word[], to: number): boolean {
  return !words.slice(1, to).some(
    ({ text }, index) =>
      SUBORDINATORS.has(text) &&
      // “In that ER”.
      !(text === 'that' && PREPOSITIONS.has(words[index]?.text ?? '')),
  );
}

/** Whether “by” stands before what begins at a place, with at most two words between. */
function isAfterBy(words: readonly Word[], from: number): boolean {
  for (let back = 1; back <= 3; back++) {
    const text = words[from - back]?.text;
    if (text === 'by') return true;
    if (text === undefined || words[from - back + 1]?.isMarked) return false;
  }
  return false;
}

function readPronoun(place: number, context: Context): Conduct {
  const { words, referents, antecedents, before } = context;
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
  // “It took nineteen months” is said of the case.
  if (text === 'it' && /^(?:took|takes|lasted)$/.test(next?.text ?? '')) return BUSINESS;
  if (RELATIVE.has(text) && before) return before;
  const meant = antecedents.find(text);
  if (meant) {
    if (meant.side === 'business') return BUSINESS;
    return { whose: meant.isUnsure ? 'doubtful' : 'other', by: meant.by };
  }
  // “His lawyer” is that of somebody else, more often than not.
  if (
    ['his', 'her', 'their'].includes(text) &&
    /^(?:lawyer|attorney|insurance|insurer)$/.test(next?.text ?? '')
  ) {
    return { whose: 'doubtful', by: `${text} ${next?.text}` };
  }
  return doubtAfter(before);
}

/** “It was a denial”, “there was no reason”: behind what somebody else did it may be about that. */
function doubtAfter(before: Conduct | undefined): Conduct {
  return before && before.whose !== 'business' ? { ...before, whose: 'doubtful' } : BUSINESS;
}

/** “Nobody in that ER …”, “what the insurer offered …”; “nobody” alone is of the business. */
function readNobody(place: number, context: Context): Conduct {
  const { words, referents, before } = context;
  const beside = referents.find(({ from }) => from > place && from <= place + 4);
  if (!beside || !isWithinMain(words.slice(place), beside.from - place)) {
    return doubtAfter(before);
  }
  const acts = words
    .slice(place + 1, beside.from)
    .some(({ text }) => ASIDES.has(text) || isVerb(text) || isAuxiliary(text));
  return acts ? BUSINESS : conductOf(beside, context);
}

/** A clause without a subject goes on with that before it in its sentence. */
function readFragment(context: Context): Conduct {
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
  // “The adjuster called. Rude and pushy.”
  const last = before ? undefined : antecedents.lastPerson;
  return last ? { whose: 'doubtful', by: last.by } : NOBODY_NAMED;
}

function textOf({ from, to }: Referent, words: readonly Word[]): string {
  return joinWords(words.slice(from, to));
}
