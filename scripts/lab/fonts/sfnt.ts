/** A table of a font: its tag, and its bytes. */
export type Table = readonly [tag: string, bytes: Buffer];

/** Where the entries of the table directory begin, and how long each is (OpenType, the table directory). */
const DIRECTORY = 12;
const ENTRY = 16;
/** Of the whole font with its own checksum (OpenType, the head table). */
const CHECKSUM = 0xb1b0afba;

/** The tables of an OpenType font, in their order. */
export function readTables(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = DIRECTORY + ENTRY * index;
    const start = font.readUInt32BE(entry + 8);
    const bytes = font.subarray(start, start + font.readUInt32BE(entry + 12));
    return [font.toString('latin1', entry, entry + 4), Buffer.from(bytes)];
  });
}

/** An OpenType font of these tables. The `font` that they are from says how its outlines are written. */
export function writeTables(font: Buffer, tables: readonly Table[]): Buffer {
  const directory = Buffer.alloc(DIRECTORY + ENTRY * tables.length);
  font.copy(directory, 0, 0, DIRECTORY);
  const parts = [directory];
  let offset = directory.length;
  let checksum = 0;
  for (const [index, [tag, bytes]] of tables.entries()) {
    const entry = DIRECTORY + ENTRY * index;
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    if (tag === 'head') {
      // Taken without its own.
      padded.writeUInt32BE(0, 8);
      checksum = offset + 8;
    }
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(sum(padded), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  }
  const written = Buffer.concat(parts);
  written.writeUInt32BE((CHECKSUM - sum(written)) >>> 0, checksum);
  return written;
}

/** OpenType, checksums: of 32-bit words, modulo 2³². */
function sum(bytes: Buffer): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0;
  return total;
}

/** OpenType, cmap: the glyph of each character, from a subtable of format 4, which has the basic plane. */
export function readGlyphs(cmap: Buffer): Map<number, number> {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * index)),
  );
  const table = subtables.find((one) => one.readUInt16BE(0) === 4);
  if (!table) throw new Error('The font has no table of characters in format 4.');
  const size = table.readUInt16BE(6);
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < size - 2; segment += 2) {
    const [first, last] = [
      table.readUInt16BE(16 + size + segment),
      table.readUInt16BE(14 + segment),
    ];
    const delta = table.readUInt16BE(16 + 2 * size + segment);
    const at = 16 + 3 * size + segment;
    const offset = table.readUInt16BE(at);
    for (let character = first; character <= last; character++) {
      const listed =
        offset === 0 ? character : table.readUInt16BE(at + offset + 2 * (character - first));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(character, glyph);
    }
  }
  return glyphs;
}

/** OpenType, hmtx: how far a glyph moves the pen, in units of the em. */
export function readAdvance(tables: ReadonlyMap<string, Buffer>, glyph: number): number {
  const [head, hhea, hmtx] = [tables.get('head'), tables.get('hhea'), tables.get('hmtx')];
  if (!head || !hhea || !hmtx) throw new Error('The font has no widths.');
  // The last width is that of all glyphs behind it.
  const entry = Math.min(glyph, hhea.readUInt16BE(34) - 1);
  return hmtx.readUInt16BE(4 * entry) / head.readUInt16BE(18);
}
