import { brotliDecompressSync } from 'node:zlib';

/** What tests ask of a font. */
export type Font = {
  /** Its names for Windows by their id (OpenType, the name table). */
  readonly names: ReadonlyMap<number, string>;
  /** The code points that it has a glyph for, rising. */
  readonly characters: readonly number[];
};

/** Reads a TrueType or WOFF2 font. */
export function readFont(bytes: Buffer): Font {
  const isPacked = bytes.toString('latin1', 0, 4) === 'wOF2';
  const tables = new Map(isPacked ? readWoff2(bytes) : readTables(bytes));
  const names = tables.get('name');
  const characters = tables.get('cmap');
  if (!names || !characters) throw new Error('The font has no names or no characters.');
  return { names: readNames(names), characters: readCharacters(characters) };
}

/** WOFF 2.0 §4.1: tags that are written as their place in this list. */
const KNOWN_TAGS = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post'];
const [GLYF, LOCA, OTHER_TAG] = [10, 11, 63];

/** WOFF 2.0 §4 and §5: a directory, and all tables as one stream of Brotli. */
function readWoff2(bytes: Buffer): [tag: string, bytes: Buffer][] {
  let at = 48;
  const readNumber = () => {
    for (let value = 0; ; ) {
      const byte = bytes.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const lengths: [tag: string, length: number][] = [];
  for (let left = bytes.readUInt16BE(12); left > 0; left--) {
    const flags = bytes.readUInt8(at++);
    const known = flags & 63;
    if (known === OTHER_TAG) at += 4;
    const length = readNumber();
    const isGlyphs = known === GLYF || known === LOCA;
    const isTransformed = isGlyphs ? flags >> 6 !== 3 : flags >> 6 !== 0;
    lengths.push([KNOWN_TAGS[known] ?? '', isTransformed ? readNumber() : length]);
  }
  let stream = brotliDecompressSync(bytes.subarray(at, at + bytes.readUInt32BE(20)));
  return lengths.map(([tag, length]) => {
    const table = stream.subarray(0, length);
    stream = stream.subarray(length);
    return [tag, table];
  });
}

function readNames(table: Buffer): Map<number, string> {
  const strings = table.readUInt16BE(4);
  const records = Array.from({ length: table.readUInt16BE(2) }, (_, index) => 6 + 12 * index);
  return new Map(
    records.map((record) => {
      const start = strings + table.readUInt16BE(record + 10);
      const text = table.subarray(start, start + table.readUInt16BE(record + 8));
      return [table.readUInt16BE(record + 6), Buffer.from(text).swap16().toString('utf16le')];
    }),
  );
}

/** OpenType, the table directory. */
function readTables(font: Buffer): [tag: string, bytes: Buffer][] {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  return entries.map((entry) => {
    const start = font.readUInt32BE(entry + 8);
    const bytes = font.subarray(start, start + font.readUInt32BE(entry + 12));
    return [font.toString('latin1', entry, entry + 4), bytes];
  });
}

/** OpenType, cmap: the characters of a subtable of format 4, which has the basic plane. */
function readCharacters(cmap: Buffer): number[] {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * index)),
  );
  const table = subtables.find((one) => one.readUInt16BE(0) === 4);
  if (!table) throw new Error('The font has no table of characters in format 4.');
  const size = table.readUInt16BE(6);
  const segments = Array.from({ length: size / 2 - 1 }, (_, index) => 2 * index);
  return segments.flatMap((segment) => {
    const [last, first] = [14, 16 + size].map((start) => table.readUInt16BE(start + segment));
    const delta = table.readUInt16BE(16 + 2 * size + segment);
    const place = 16 + 3 * size + segment;
    const offset = table.readUInt16BE(place);
    const characters = Array.from(
      { length: (last ?? 0) - (first ?? 0) + 1 },
      (_, i) => (first ?? 0) + i,
    );
    return characters.filter((character, index) => {
      const listed = offset === 0 ? character : table.readUInt16BE(place + offset + 2 * index);
      return listed !== 0 && ((listed + delta) & 0xffff) !== 0;
    });
  });
}
