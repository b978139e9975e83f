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

/** Finds the ids of the entities that words name, in the order of the gazetteer. */
type FindMentions = (words: readonly string[]) => string[];

/** A node of the trie of all names, word by word. */
type Node = { readonly next: Map<string, Node>; id?: string };

const WORD = /[\p{L}\p{N}]+/gu;

/** A name in a text: the id, the first word, and the end behind the last. */
export type Place = { readonly id: string; readonly start: number; readonly end: number };

/**
 * Builds a finder from names and aliases. Whole words match, folded (case, accents), whatever
 * stands between them ("slip-and-fall" is "slip and fall"); at each place the longest match wins,
 * so that "truck accident lawyer" is not also an "accident lawyer".
 */
export function createMentionFinder(gazetteer: readonly Named[]): FindMentions {
  const locate = createMentionLocator(gazetteer);
  return (words) => {
    const places = locate(words);
    if (places.length === 0) return [];
    const found = new Set(places.map(({ id }) => id));
    return gazetteer.filter(({ id }) => found.has(id)).map(({ id }) => id);
  };
}

/** Builds a finder of the places of names, in their order. */
export function createMentionLocator(
  gazetteer: readonly Named[],
): (words: readonly string[]) => readonly Place[] {
  const root: Node = { next: new Map() };
  for (const { id, name, aliases } of gazetteer) {
    for (const term of [name, ...aliases]) {
      const words = wordsOf(term).slice(0, -1);
      if (words.length > 0) addPhrase(root, words, id);
    }
  }
  return (words) => {
    const places: Place[] = [];
    for (let start = 0; start < words.length; ) {
      const { id, length } = findLongest(root, words, start);
      if (id !== undefined) places.push({ id, start, end: start + length });
      start += length;
    }
    return places;
  };
}

/** If two share a name, it is that of the first. */
function addPhrase(root: Node, words: readonly string[], id: string): void {
  let node = root;
  for (const word of words) {
    const next: Node = node.next.get(word) ?? { next: new Map() };
    node.next.set(word, next);
    node = next;
  }
  node.id ??= id;
}

/** The longest name at a place, and its number of words; without one, a word is skipped. */
function findLongest(root: Node, words: readonly string[], place: number) {
  let longest: { readonly id?: string; readonly length: number } = { length: 1 };
  let node = root.next.get(words[place] ?? '');
  for (let length = 1; node; length++) {
    if (node.id !== undefined) longest = { id: node.id, length };
    node = node.next.get(words[place + length] ?? '');
  }
  return longest;
}

/** The folded words of texts, with an empty word after each, which no name spans. */
export function wordsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => [...(fold(text).match(WORD) ?? []), '']);
}

/** Makes a finder for each kind of thing that reviews mention. */
export function createGazetteers(
  content: Pick<Content, 'technicians' | 'services' | 'serviceAreas'>,
) {
  return {
    technicians: createMentionFinder(withFirstNames(content.technicians)),
    services: createMentionFinder(content.services),
    serviceAreas: createMentionFinder(content.serviceAreas),
  };
}

/** Adds a first name as an alias only if editors call it unambiguous and nobody else has it. */
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
