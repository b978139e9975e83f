import { fold } from '#dataset/fold.ts';
import { createMentionLocator, type Named, withFirstNames, wordsOf } from '#dataset/mentions.ts';
import type { Technician } from '#dataset/stored-entities.ts';
import { type NameContext, type NameRole, roleOf } from './name-role.ts';

/** Tells whether a quote names somebody or something. */
type IsNaming = (quote: string) => boolean;

/** Tells the clearest role of a person in a clause; undefined where the clause does not name them. */
export type FindRole = (clause: string) => NameRole | undefined;

/** Finds the name or an alias as whole words, whatever the case and accents. */
export function createNameFinder(named: Named): IsNaming {
  const spaced = (words: readonly string[]) => ` ${words.join(' ')}`;
  const names = wordsOfNames(named).map(spaced);
  const mayName = createSieve(named);
  return (quote) => {
    if (!mayName(quote)) return false;
    const words = spaced(wordsOf(quote));
    return names.some((name) => words.includes(name));
  };
}

/** Finds a person as reviews are searched for people: also by a first name that is unambiguous. */
export function createRoleFinder(
  technicians: readonly Technician[],
): (technician: Technician) => FindRole {
  const locate = createMentionLocator(withFirstNames(technicians));
  return (technician) => {
    const mayName = createSieve(technician);
    return (clause) => {
      if (!mayName(clause)) return undefined;
      const folded = fold(clause);
      const words = [...folded.matchAll(WORD)];
      const roles = locate(words.map(([word]) => word))
        .filter(({ id }) => id === technician.id)
        .map(({ start, end }) => roleOf(contextOf(folded, words, start, end)));
      return (['subject', 'object', 'beside'] as const).find((role) => roles.includes(role));
    };
  };
}

const WORD = /[\p{L}\p{N}]+/gu;

function contextOf(
  folded: string,
  words: readonly RegExpExecArray[],
  start: number,
  end: number,
): NameContext {
  const [first, last] = [words[start], words[end - 1]];
  const [before, after] = [words[start - 1], words[end]];
  const from = before ? before.index + before[0].length : 0;
  const to = last ? last.index + last[0].length : folded.length;
  return {
    before: words.slice(0, start).map(([word]) => word),
    after: words.slice(end).map(([word]) => word),
    gapBefore: folded.slice(from, first?.index),
    gapAfter: folded.slice(to, after?.index),
  };
}

/** Refuses quotes without any first word of a name, which are most, in a tenth of the time. */
function createSieve(named: Named): IsNaming {
  const firsts = [...new Set(wordsOfNames(named).flatMap(([first]) => first ?? []))];
  return (quote) => {
    const folded = fold(quote);
    return firsts.some((first) => folded.includes(first));
  };
}

function wordsOfNames({ name, aliases }: Named): string[][] {
  return [name, ...aliases].map((text) => wordsOf(text)).filter(([first]) => first !== '');
}
