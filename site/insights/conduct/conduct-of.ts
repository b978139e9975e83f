import { isVerb } from '#insights/text/verbs.ts';
import type { Antecedents } from './antecedents.ts';
import type { Referent } from './referents.ts';
import { joinWords, type Word } from './words.ts';

/** The party whose conduct a clause is about. */
export type Conduct = {
  /** Doubtful: possibly someone else's, so that blame does not count. */
  readonly whose: 'business' | 'other' | 'doubtful';
  /** The words, folded, that name someone else, or that a pronoun refers to. */
  readonly by?: string;
  /** The ids of people of the business who are its subject. */
  readonly ids?: readonly string[] | undefined;
};

export const BUSINESS: Conduct = { whose: 'business' };
/** The conduct of a clause without a subject. */
export const NO_SUBJECT: Conduct = { whose: 'business' };

/** A clause to read, and the facts known before it. */
export type Context = {
  readonly words: readonly Word[];
  readonly referents: readonly Referent[];
  readonly antecedents: Antecedents;
  /** The clause before it in its sentence, and the people whose names end that clause. */
  readonly before: Conduct | undefined;
  readonly last: readonly string[] | undefined;
};

/** Returns the conduct of a person named in a clause, whom pronouns may mean from then on. */
export function conductOf(referent: Referent, { words, referents, antecedents }: Context): Conduct {
  const by = textOf(referent, words);
  if (referent.side === 'kin') return { whose: 'doubtful', by };
  antecedents.nameSubject(referent, words);
  if (referent.side === 'business') return { ...BUSINESS, ids: referent.ids };
  // “The judge complimented Linda.”
  const isAboutOwn = referents.some(({ ids, from }) => {
    const before = words[from - 1]?.text ?? '';
    return ids && (isVerb(before) || before === 'from');
  });
  return { whose: isAboutOwn ? 'doubtful' : 'other', by };
}

/** Returns the words that name someone. */
export function textOf({ from, to }: Referent, words: readonly Word[]): string {
  return joinWords(words.slice(from, to));
}
