import { Counts } from '#dataset/counts.ts';
import type { Technician } from '#dataset/schema/stored-entities.ts';
import type { Content } from '../content.ts';
import { fold } from './fold.ts';

/** Something that reviews may name, by its name or an alias. */
export type Named = {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
};

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Builds a finder from names and aliases. Whole words match, folded (case, accents), with any
 * characters between them ("slip-and-fall" is "slip and fall"); at each place the longest match
 * wins, so that "truck accident lawyer" is not also an "accident lawyer". If two share a name, it
 * belongs to the first. It returns ids, in the order of the gazetteer.
 */
export function createMentionFinder(
  gazetteer: readonly Named[],
): (words: readonly string[]) => string[] {
  const find = createPhraseFinder(
    gazetteer.flatMap(({ id, name, aliases }) =>
      [name, ...aliases].map((term) => ({ id, words: wordsOf(term).slice(0, -1) })),
    ),
  );
  return (words) => {
    const found = new Set(find(words).map(({ phrase }) => phrase.id));
    return gazetteer.filter(({ id }) => found.has(id)).map(({ id }) => id);
  };
}

/**
 * Creates a finder of phrases among words, from left to right: at each place the longest wins, and
 * of equal ones the first; none overlaps another.
 */
export function createPhraseFinder<Phrase extends { readonly words: readonly string[] }>(
  phrases: readonly Phrase[],
): (words: readonly string[]) => { readonly phrase: Phrase; readonly from: number }[] {
  const sorted = phrases.toSorted((a, b) => b.words.length - a.words.length);
  const longestFirst = Map.groupBy(sorted, ({ words }) => words[0]);
  return (words) => {
    const found: { readonly phrase: Phrase; readonly from: number }[] = [];
    for (let from = 0; from < words.length; ) {
      // All phrases that begin with a word are tried: few do, except in hostile content.
      const phrase = longestFirst
        .get(words[from])
        ?.find((one) => one.words.every((word, index) => word === words[from + index]));
      if (phrase) found.push({ phrase, from });
      from += phrase?.words.length ?? 1;
    }
    return found;
  };
}

/** Returns the folded words of texts, and an empty one after each, so that no name spans two. */
export function wordsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => [...(fold(text).match(WORD) ?? []), '']);
}

type Gazetteers = Pick<Content, 'technicians' | 'services' | 'serviceAreas'>;

/** Returns a key of everything that finding and naming these things depends on. */
export function keyOfGazetteers({ technicians, services, serviceAreas }: Gazetteers): string {
  const members = ['id', 'name', 'aliases', 'unambiguous'];
  return JSON.stringify([technicians, services, serviceAreas], members);
}

/** Makes a finder for each kind of thing that reviews mention. */
export function createGazetteers(content: Gazetteers) {
  return {
    technicians: createMentionFinder(withFirstNames(content.technicians)),
    services: createMentionFinder(content.services),
    serviceAreas: createMentionFinder(content.serviceAreas),
  };
}

/** Adds a first name as an alias only if editors call it unambiguous and no other person has it. */
export function withFirstNames(technicians: readonly Technician[]): Technician[] {
  const bearers = new Counts<string>();
  for (const technician of technicians) bearers.add(fold(firstNameOf(technician)));
  return technicians.map((technician) => {
    const first = firstNameOf(technician);
    return technician.unambiguous && bearers.of(fold(first)) === 1
      ? { ...technician, aliases: [...technician.aliases, first] }
      : technician;
  });
}

function firstNameOf({ name }: Technician): string {
  return name.split(/\s/)[0] ?? name;
}
