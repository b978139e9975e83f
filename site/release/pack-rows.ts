/** Where a file of a pack lies: the end of its entry among the entries, the start of its bodies. */
export type Row = { readonly entryEnd: number; readonly bodyStart: number };

const NUMBER_BYTES = 6;
const ROW_BYTES = 2 * NUMBER_BYTES;

/** Encodes rows, in the order of the places of their files. */
export function encodeRows(rows: readonly Row[]): Buffer {
  const bytes = Buffer.alloc(rows.length * ROW_BYTES);
  for (const [place, { entryEnd, bodyStart }] of rows.entries()) {
    bytes.writeUIntLE(entryEnd, place * ROW_BYTES, NUMBER_BYTES);
    bytes.writeUIntLE(bodyStart, place * ROW_BYTES + NUMBER_BYTES, NUMBER_BYTES);
  }
  return bytes;
}

/** The row of the file at a place, and where its entry starts. */
export function rowAt(rows: Buffer, place: number): Row & { readonly entryStart: number } {
  const numberAt = (position: number) => rows.readUIntLE(position, NUMBER_BYTES);
  return {
    entryStart: place === 0 ? 0 : numberAt((place - 1) * ROW_BYTES),
    entryEnd: numberAt(place * ROW_BYTES),
    bodyStart: numberAt(place * ROW_BYTES + NUMBER_BYTES),
  };
}
