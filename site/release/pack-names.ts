/**
 * A table of names in the order of their bytes: a name is found by binary search, and none of the
 * others is decoded on the way.
 */
export type NameTable = {
  readonly size: number;
  /** The name at a place. Throws a RangeError where there is none. */
  at(place: number): string;
  /** The place of a name, or -1. */
  placeOf(name: string): number;
  /** All names, decoded at once. */
  all(): string[];
};

// How many names, where each ends, then all of them with a zero byte between each two.
const NUMBER_BYTES = 4;

/** Thrown for a name that cannot stand in a table. */
export class NameError extends Error {
  override readonly name = 'NameError';
}

/** The places in which names are to stand: the numbers of the names, in the order of their bytes. */
export function orderOfNames(names: readonly string[]): number[] {
  const encoded = names.map((name) => Buffer.from(name));
  const order = names.map((_, index) => index);
  const bytesAt = (index: number) => encoded[index] ?? Buffer.alloc(0);
  return order.sort((a, b) => Buffer.compare(bytesAt(a), bytesAt(b)));
}

/** Encodes names that stand in the order of `orderOfNames`. Throws where one stands twice. */
export function encodeNames(names: readonly string[]): Buffer {
  const ends = Buffer.alloc((1 + names.length) * NUMBER_BYTES);
  ends.writeUInt32LE(names.length);
  let end = -1;
  for (const [place, name] of names.entries()) {
    if (name === names[place - 1]) throw new NameError(`${JSON.stringify(name)} stands twice.`);
    if (name.includes('\0')) throw new NameError(`${JSON.stringify(name)} holds a zero byte.`);
    end += 1 + Buffer.byteLength(name);
    ends.writeUInt32LE(end, (1 + place) * NUMBER_BYTES);
  }
  return Buffer.concat([ends, Buffer.from(names.join('\0'))]);
}

/** Opens an encoded table, which stays where it is. */
export function openNames(bytes: Buffer): NameTable {
  const size = bytes.readUInt32LE();
  const text = bytes.subarray((1 + size) * NUMBER_BYTES);
  const endOf = (place: number) => bytes.readUInt32LE((1 + place) * NUMBER_BYTES);
  const startOf = (place: number) => (place === 0 ? 0 : endOf(place - 1) + 1);
  return {
    size,
    at(place) {
      if (!(place >= 0 && place < size)) throw new RangeError(`There is no name ${place}.`);
      return text.toString('utf8', startOf(place), endOf(place));
    },
    placeOf(name) {
      const wanted = Buffer.from(name);
      let low = 0;
      let high = size - 1;
      while (low <= high) {
        const middle = (low + high) >>> 1;
        const order = wanted.compare(text, startOf(middle), endOf(middle));
        if (order === 0) return middle;
        if (order < 0) high = middle - 1;
        else low = middle + 1;
      }
      return -1;
    },
    all: () => (size === 0 ? [] : text.toString('utf8').split('\0')),
  };
}
