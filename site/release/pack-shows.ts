import { encodeNames, type NameTable, openNames, orderOfNames } from './pack-names.ts';

/**
 * Which files show which review, inverted: from the id of a review to the files, so that a takedown
 * finds the pages it concerns without looking at every entry.
 */
export type ShowTable = {
  /** The places of the files that show a review, lowest first. */
  placesOf(id: string): number[];
};

// The length of the table of ids, that table, where the places of each id end, all places.
const NUMBER_BYTES = 4;

/** Encodes what each file shows; the files are given in the order of their places. */
export function encodeShows(shows: readonly (readonly string[] | undefined)[]): Buffer {
  const places = new Map<string, number[]>();
  for (const [place, ids] of shows.entries()) {
    for (const id of new Set(ids)) {
      const known = places.get(id);
      if (known) known.push(place);
      else places.set(id, [place]);
    }
  }
  const unordered = [...places.keys()];
  const ids = orderOfNames(unordered).map((index) => unordered[index] ?? '');
  const names = encodeNames(ids);
  const lists = ids.map((id) => places.get(id) ?? []);
  let end = 0;
  const ends = lists.map((list) => {
    end += list.length;
    return end;
  });
  return Buffer.concat([
    encodeNumbers([names.length]),
    names,
    encodeNumbers([...ends, ...lists.flat()]),
  ]);
}

/** Opens an encoded table, which stays where it is. */
export function openShows(bytes: Buffer): ShowTable {
  const namesEnd = NUMBER_BYTES + bytes.readUInt32LE();
  const names: NameTable = openNames(bytes.subarray(NUMBER_BYTES, namesEnd));
  const numberAt = (index: number) => bytes.readUInt32LE(namesEnd + index * NUMBER_BYTES);
  return {
    placesOf(id) {
      const name = names.placeOf(id);
      if (name < 0) return [];
      const start = name === 0 ? 0 : numberAt(name - 1);
      return Array.from({ length: numberAt(name) - start }, (_, index) =>
        numberAt(names.size + start + index),
      );
    },
  };
}

function encodeNumbers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * NUMBER_BYTES);
  for (const [index, number] of numbers.entries())
    bytes.writeUInt32LE(number, index * NUMBER_BYTES);
  return bytes;
}
