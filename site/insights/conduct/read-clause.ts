import { BUSINESS, type Conduct, type Context, conductOf } from './conduct-of.ts';
import { findSubject } from './find-subject.ts';
import { isNoun } from './join-names.ts';
import { readFragment, readPronoun, readReceived, readUnspecified } from './read-unnamed.ts';
import type { Referent } from './referents.ts';
import { joinWords, type Word } from './words.ts';

/** Words for news that others should have told the reviewer. */
const LEARNT = /\b(?:found out|find out|learned|learnt|had to hear)\b/;
/** Acts of the person who caused an accident. */
const HARM =
  /\b(?:hit|struck|rear ended|sideswiped|broadsided|t boned|ran over|ran into|crashed into|backed into|plowed into|cut off) (?:me|us|my|our|into)\b|\b(?:ran|blew|blew through|blew thru) (?:the|a|that) (?:red )?(?:light|stop sign|stop|yield)\b|\b(?:speeding|drunk driving|texting and driving|hit and run)\b/;

/** Reads whose conduct a clause is about: by its subject, or by the words in its place. */
export function readClause(context: Context): Conduct {
  const { words, referents, antecedents } = context;
  // “I had to learn it from the insurer”: someone else should have told.
  if (LEARNT.test(joinWords(words.slice(0, referents[0]?.from)))) return BUSINESS;
  const subject = findSubject(words, referents);
  // “My kids were treated kindly by the nurses.”
  const agent = referents.find(({ from, side }) => side !== 'kin' && isAfterBy(words, from));
  const isActive = subject.kind === 'named' && subject.referent.side !== 'kin';
  if (agent && !isActive) return conductOf(agent, context);
  // “She hit me and drove off”, “some fool ran the light”: the business causes no accident.
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
    case 'unnamed':
      return readUnspecified(subject.place, context);
    case 'business':
      return { ...BUSINESS, ids: context.last };
    case 'none':
      return readFragment(context);
  }
}

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
  const before = joinWords(words.slice(Math.max(0, from - 2), from));
  const isHere = words.some(({ text }) => text === 'here');
  return !isHere && !/(?<!\S)(?:my|our|this|these|your)(?!\S)/.test(before);
}

/** True if “by” precedes the words at a place, with at most two words between. */
function isAfterBy(words: readonly Word[], from: number): boolean {
  for (let back = 1; back <= 3; back++) {
    const text = words[from - back]?.text;
    if (text === 'by') return true;
    if (text === undefined || words[from - back + 1]?.isMarked) return false;
  }
  return false;
}
