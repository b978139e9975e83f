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

/** A name in a text: the id, the first word, and the end after the last. */
type Place = { readonly id: string; readonly start: number; readonly end: number };

/**
 * Builds a finder from names and aliases. Whole words match, folded (case, accents), with any
 * characters between them ("slip-and-fall" is "slip and fall"); at each place the longest match
 * wins, so that "truck accident lawyer" is not also an "accident lawyer". It returns ids, in the
 * order of the gazetteer.
 */
export function createMentionFinder(
  gazetteer: readonly Named[],
): (words: readonly string[]) => string[] {
  const locate = createMentionLocator(gazetteer);
  return (words) => {
    const found = new Set(locate(words).map(({ id }) => id));
    return gazetteer.filter(({ id }) => found.has(id)).map(({ id }) => id);
  };
}

/**
 * Builds a finder of the places of names, in their order. If two share a name, it belongs to the
 * first. All names that begin with a word are tried: few do, except in hostile content.
 */
function createMentionLocator(
  gazetteer: readonly Named[],
): (words: readonly string[]) => readonly Place[] {
  const phrases = gazetteer
    .flatMap(({ id, name, aliases }) =>
      [name, ...aliases].map((term) => ({ id, words: wordsOf(term).slice(0, -1) })),
    )
    .sort((a, b) => b.words.length - a.words.length);
  const longestFirst = Map.groupBy(phrases, ({ words }) => words[0]);
  return (words) => {
    const places: Place[] = [];
    for (let start = 0; start < words.length; ) {
      const found = longestFirst
        .get(words[start])
        ?.find((phrase) => phrase.words.every((word, index) => word === words[start + index]));
      const end = start + (found?.words.length ?? 1);
      if (found) places.push({ id: found.id, start, end });
      start = end;
    }
    return places;
  };
}

/**
 * Returns the folded words of texts, with an empty word after each text, so that no name spans two.
 */
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
