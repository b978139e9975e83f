import type { Dataset } from '#dataset/dataset.ts';
import { fold } from '#dataset/fold.ts';
import { singularOf } from './read-word.ts';

/**
 * The folded words by which reviews name the business, its people and the places it serves, which
 * are told of as such, as they stand in bigrams. Of an alias with a word of the name the others are titles: "Attorney Okafor" is not every attorney.
 */
export function wordsOfNames({
  business,
  technicians,
  serviceAreas,
}: Pick<Dataset, 'business' | 'technicians' | 'serviceAreas'>): ReadonlySet<string> {
  const named = [...technicians, ...serviceAreas];
  const names = [business.name, ...named.map(({ name }) => name)].flatMap(wordsOf);
  const nicknames = named.flatMap(({ name, aliases }) => {
    const own = new Set(wordsOf(name));
    return aliases.map(wordsOf).filter((words) => !words.some((word) => own.has(word)));
  });
  const words = [...names, ...nicknames.flat()];
  return new Set([...words, ...words.map(singularOf)]);
}

function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
