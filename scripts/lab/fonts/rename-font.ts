import { readTables, writeTables } from './sfnt.ts';

/**
 * Gives a font a name of its own, as the licence asks of whoever changes it: "Source" is reserved (OFL
 * 1.1, condition 3). Copyright and licence stay. Takes an OpenType font with names for Windows alone.
 */
export function renameFont(font: Buffer, family: string): Buffer {
  return writeTables(
    font,
    readTables(font).map(([tag, bytes]) => [
      tag,
      tag === 'name' ? renameRecords(bytes, family) : bytes,
    ]),
  );
}

/** OpenType, the name table. */
function renameRecords(table: Buffer, family: string): Buffer {
  const strings = table.readUInt16BE(4);
  const head = Buffer.from(table.subarray(0, strings));
  const texts: Buffer[] = [];
  let length = 0;
  for (let record = 6; record < strings; record += 12) {
    const start = strings + head.readUInt16BE(record + 10);
    const bytes = Buffer.from(table.subarray(start, start + head.readUInt16BE(record + 8)));
    const name = nameOf(head.readUInt16BE(record + 6), family);
    const text = name === undefined ? bytes : Buffer.from(name, 'utf16le').swap16();
    head.writeUInt16BE(text.length, record + 8);
    head.writeUInt16BE(length, record + 10);
    texts.push(text);
    length += text.length;
  }
  return Buffer.concat([head, ...texts]);
}

/** A name by its id; undefined where the font keeps its own. */
function nameOf(id: number, family: string): string | undefined {
  const postScript = family.replaceAll(' ', '');
  if (id === 1 || id === 4) return family;
  if (id === 3 || id === 6) return postScript;
  // Those of named instances, which nothing here asks for.
  return id > 255 ? `${postScript}${id}` : undefined;
}
