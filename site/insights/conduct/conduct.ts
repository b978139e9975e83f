import type { Vocabulary } from '#dataset/annotate.ts';
import type { Sentence } from '#insights/text/segment-text.ts';
import { Antecedents } from './antecedents.ts';
import { type Conduct, type Context, type Last, NOBODY_NAMED, textOf } from './conduct-of.ts';
import { ASIDES, isAside } from './find-subject.ts';
import { isPassedOver, isToldOf, isUndone, NO_PEOPLE, type People, peopleOf } from './people.ts';
import { readClause } from './read-clause.ts';
import { createReferentFinder } from './referents.ts';
import { joinWords, wordsOf } from './words.ts';

/** Tells whose conduct each clause of each sentence of a text is about, and of which people. */
type ReadConduct = (
  sentences: readonly Sentence[],
  text: string,
) => readonly (readonly PersonalConduct[])[];

/** The conduct of a clause, and who gets its praise or blame. */
export type PersonalConduct = Conduct & { readonly people: People };

/**
 * Reads whose conduct clauses are about: words.ts → referents.ts (whom words name, with peers.ts for
 * other businesses) → find-subject.ts → read-clause.ts, with antecedents.ts for pronouns. A clause is
 * about its subject: the business, its people or nobody named; or somebody else (`others`, another
 * business of its kind). Where the reviewer is the subject, it is about who acts. What is unsure is doubtful. It
 * looks at words and their order, not at grammar. modes.ts: whether a clause is a fact.
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
      let last: Last | undefined;
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

/** The people of the business with whose names a clause ends. */
function lastOf({ words, referents, last }: Context): Last | undefined {
  const { ids, from = 0, to } = referents.at(-1) ?? {};
  if (!ids || to !== words.length) return undefined;
  const isAlone = words.slice(0, from).every(({ text }) => text === 'and');
  return { ids: isAlone && last?.isAlone ? [...last.ids, ...ids] : ids, isAlone };
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
  const other = referents.find((referent) => {
    const { side, from } = referent;
    if (side !== 'other' || from === 0 || isAside(words, from) || isUndone(words, from))
      return false;
    const before = joinWords(words.slice(Math.max(0, from - 3), from));
    return isToldOf(referent, words) || (/\b(?:by|of)\b/.test(before) && !/front of/.test(before));
  });
  return other ? { ...conduct, whose: 'doubtful', by: textOf(other, words) } : conduct;
}
