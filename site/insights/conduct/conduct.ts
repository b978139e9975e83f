import type { Vocabulary } from '#dataset/annotate.ts';
import type { Sentence } from '#insights/text/segment-text.ts';
import { Antecedents } from './antecedents.ts';
import { type Conduct, type Context, NO_SUBJECT, textOf } from './conduct-of.ts';
import { ASIDES, isAside } from './find-subject.ts';
import { isPassedOver, isToldOf, isUndone, NO_PEOPLE, type People, peopleOf } from './people.ts';
import { readClause } from './read-clause.ts';
import { createReferentFinder } from './referents.ts';
import { joinWords, wordsOf } from './words.ts';

/** Finds whose conduct each clause of each sentence of a text is about, and which people's. */
type ReadConduct = (
  sentences: readonly Sentence[],
  text: string,
) => readonly (readonly PersonalConduct[])[];

/** The conduct of a clause, and the people who get its praise or blame. */
export type PersonalConduct = Conduct & { readonly people: People };

/**
 * Reads whose conduct clauses are about: words.ts → referents.ts (people whom words name, with
 * peers.ts for other businesses) → find-subject.ts → read-clause.ts, with antecedents.ts for
 * pronouns. A clause is about its subject: the business, its people or no named one; or someone
 * else (`others`, another business of its kind). If the reviewer is the subject, it is about the
 * one who acts. Uncertain conduct is doubtful. The reading uses words and their order, not grammar.
 * modes.ts: the mode of a clause.
 */
export function createConductReader(
  vocabulary: Pick<Vocabulary, 'others' | 'names' | 'technicians'>,
): ReadConduct {
  const findReferents = createReferentFinder(vocabulary);
  return (sentences, text) => {
    const antecedents = new Antecedents();
    return sentences.map(({ clauses }) => {
      antecedents.beginSentence();
      const conducts: Conduct[] = [];
      const people: People[] = [];
      let last: Context['last'];
      for (const { tokens } of clauses) {
        const words = wordsOf(tokens);
        const referents = findReferents(words, text);
        const context = { words, referents, antecedents, before: conducts.at(-1), last };
        const conduct = doubtWithin(readClause(context), context);
        conducts.push(conduct);
        people.push(peopleOf(conduct.ids ?? [], context));
        last = lastOf(context);
        const meant = referents.filter(({ ids, from }) => !ids || !isPassedOver(words, from));
        antecedents.namePeople(meant, words);
      }
      return conducts.map((conduct, place) => ({
        ...shareDoubt(conduct, conducts[place + 1]),
        people: people[place] ?? NO_PEOPLE,
      }));
    });
  };
}

/** Returns the people of the business whose names end a clause. */
function lastOf({ words, referents }: Context): Context['last'] {
  const { ids, to } = referents.at(-1) ?? {};
  return to === words.length ? ids : undefined;
}

/** Before a clause about someone else, one without a subject may be theirs: “No lights, …”. */
function shareDoubt(conduct: Conduct, next: Conduct | undefined): Conduct {
  if (conduct !== NO_SUBJECT || next?.whose !== 'other') return conduct;
  return { ...next, whose: 'doubtful' };
}

/**
 * “Linda said that the adjuster lied”, “they fought an insurer that was rude”: words about someone
 * else in a clause of the business do not blame it, unless it failed to do something.
 */
function doubtWithin(conduct: Conduct, { words, referents }: Context): Conduct {
  if (conduct.whose !== 'business' || ASIDES.has(words[0]?.text ?? '')) return conduct;
  const other = referents.find((referent) => {
    const { side, from } = referent;
    if (side !== 'other' || from === 0 || isAside(words, from) || isUndone(words, from))
      return false;
    const before = joinWords(words.slice(Math.max(0, from - 3), from));
    return isToldOf(referent, words) || (/\b(?:by|of)\b/.test(before) && !/front of/.test(before));
  });
  return other ? { ...conduct, whose: 'doubtful', by: textOf(other, words) } : conduct;
}
