import { fold } from '#dataset/fold.ts';
import { createGazetteers } from '#dataset/gazetteers.ts';
import { type Named, wordsOf } from '#dataset/mentions.ts';
import type { Technician } from '#dataset/stored-entities.ts';

/** Tells whether a quote names somebody or something. */
type IsNaming = (quote: string) => boolean;

/** Finds the name or an alias as whole words, whatever the case and accents. */
export function createNameFinder(named: Named): IsNaming {
  const spaced = (words: readonly string[]) => ` ${words.join(' ')}`;
  const names = wordsOfNames(named).map(spaced);
  return unlessHopeless(named, (quote) => {
    const words = spaced(wordsOf(quote));
    return names.some((name) => words.includes(name));
  });
}

/** Finds a person as reviews are searched for people: also by a first name that is unambiguous. */
export function createPersonFinder(
  technicians: readonly Technician[],
): (technician: Technician) => IsNaming {
  const { technicians: find } = createGazetteers({ technicians, services: [], serviceAreas: [] });
  return (technician) =>
    unlessHopeless(technician, (quote) => find(wordsOf(quote)).includes(technician.id));
}

/** Refuses quotes without any first word of a name, which are most, in a tenth of the time. */
function unlessHopeless(named: Named, isNaming: IsNaming): IsNaming {
  const firsts = [...new Set(wordsOfNames(named).flatMap(([first]) => first ?? []))];
  return (quote) => {
    const folded = fold(quote);
    return firsts.some((first) => folded.includes(first)) && isNaming(quote);
  };
}

function wordsOfNames({ name, aliases }: Named): string[][] {
  return [name, ...aliases].map((text) => wordsOf(text)).filter(([first]) => first !== '');
}
