import type { Table } from './table.ts';

// The characters of Windows-1252 for the bytes 80 to 9F; five of them are control characters.
const SPECIAL = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const BYTES = new Map(Array.from(SPECIAL, (character, index) => [character, 0x80 + index]));
const TAIL = `[${SPECIAL}\xa0-\xbf]`;

/**
 * UTF-8 that was read as Windows-1252: Latin letters, several letters of other scripts, punctuation
 * and symbols, and emoji. A capital letter before a mark, as in “IRMÔ, is none of these.
 */
const SUSPICIOUS = new RegExp(
  [
    `(?<!\\p{Lu})[ÂÃÄÅ]${TAIL}|[ÂÃÄÅ]${TAIL}(?=\\p{L})`,
    `(?:[Î-Ñ×-Ù]${TAIL}){2,}`,
    `(?:[à-ï]${TAIL}{2}){2,}`,
    `â(?:€${TAIL}?|[‚„†ˆ˜™š›œ\x9dž¬\xad]${TAIL})`,
    `ðŸ${TAIL}{0,2}`,
    '\ufffd',
  ].join('|'),
  'u',
);
const SEQUENCES = new RegExp(SUSPICIOUS, 'gu');

/**
 * Returns the table with the texts that were there before another program misread UTF-8, if every
 * suspicious sequence of characters is one. A remark names one of the texts.
 */
export function mendMojibake(table: Table): Table {
  const all = [table.header, ...table.rows.map((row) => row.cells)];
  const damaged = new Set(all.flatMap((cells) => cells.filter((cell) => SUSPICIOUS.test(cell))));
  const [first = ''] = damaged;
  if (damaged.size === 0) return table;
  const start = Math.max(0, first.search(SUSPICIOUS) - 20);
  const sample = JSON.stringify(first.slice(start, start + 40).trim());
  try {
    const mended = new Map([...damaged].map((cell) => [cell, cell.replace(SEQUENCES, decode)]));
    const read = (cells: readonly string[]) => cells.map((cell) => mended.get(cell) ?? cell);
    const remark = `Another program damaged letters of the export. They were mended, such as ${sample}.`;
    return {
      ...table,
      header: read(table.header),
      rows: table.rows.map((row) => ({ ...row, cells: read(row.cells), written: row.cells })),
      remarks: [...table.remarks, remark],
    };
  } catch {
    const remark = `Some letters of the export are damaged and stay so, such as ${sample}; download it again with the encoding UTF-8, or correct the reviews in their files.`;
    return { ...table, remarks: [...table.remarks, remark] };
  }
}

/** Throws if a sequence is not UTF-8. */
function decode(sequence: string): string {
  const bytes = Array.from(sequence, (one) => BYTES.get(one) ?? one.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
}
