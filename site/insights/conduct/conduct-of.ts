import { isVerb } from '#insights/text/verbs.ts';
import type { Antecedents } from './antecedents.ts';
import type { Referent } from './referents.ts';
import { joinWords, type Word } from './words.ts';

/** Whose conduct a clause is about. */
export type Conduct = {
  /** Doubtful: it may be somebody else’s, so that blame does not count. */
  readonly whose: 'business' | 'other' | 'doubtful';
  /** The words that speak of somebody else, or that a pronoun stands for: folded. */
  readonly by?: string;
  /** Of people of the business who are its subject: their ids. */
  readonly ids?: readonly string[] | undefined;
};

export const BUSINESS: Conduct = { whose: 'business' };
/** Where a clause has no subject. */
export const NOBODY_NAMED: Conduct = { whose: 'business' };

/** A clause that is read, and what is known before it. */
export type Context = {
  readonly words: readonly Word[];
  readonly referents: readonly Referent[];
  readonly antecedents: Antecedents;
  /** The clause before it in its sentence, and the people with whose names that ends. */
  readonly before: Conduct | undefined;
  readonly last: Last | undefined;
};

/** People of the business at the end of a clause, which may be nothing but their names. */
export type Last = { readonly ids: readonly string[]; readonly isAlone: boolean };

/** The conduct of somebody whom a clause names, and whom its pronouns may mean from then on. */
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

/** The words that speak of somebody. */
export function textOf({ from, to }: Referent, words: readonly Word[]): string {
  return joinWords(words.slice(from, to));
}
