import { readFileSync, statSync } from 'node:fs';
import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { decodeText } from '#dataset/decode-text.ts';
import { cannotBeRead } from '#dataset/reading-problems.ts';

/** One line of a table in a text file; lines are counted from 1. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

const HEADINGS: ReadonlySet<string> = new Set(['label', 'sentiment', 'polarity']);

/** Reads a file of UTF-8. Throws a ContentError that says why it cannot be read. */
export function readFile(file: string): string {
  const decoded = decodeText(file, readBytes(file));
  if ('problem' in decoded) throw new ContentError([decoded.problem]);
  return decoded.text;
}

/** Reads the bytes of a file. Throws a ContentError that says why they cannot be read. */
export function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory();
    const message = isFolder ? 'is a folder; name a file' : cannotBeRead(error);
    throw new ContentError([problemAt(file, FILE_START, message)]);
  }
}

/**
 * Reads lines of cells with tabs between them. Empty lines are passed over, and so is a first line
 * that only names what the cells are. Throws a ContentError where there are no others.
 */
export function readRows(file: string): readonly Row[] {
  const rows = readFile(file)
    .split('\n')
    .map((text, index) => ({ line: index + 1, cells: text.split('\t').map(unquote) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const last = rows[0]?.cells.at(-1) ?? '';
  const labelled = HEADINGS.has(last.toLowerCase()) ? rows.slice(1) : rows;
  if (labelled.length > 0) return labelled;
  throw new ContentError([problemAt(file, FILE_START, 'holds no labelled texts')]);
}

/** Throws a ContentError about a line of a file. */
export function refuseRow(file: string, { line }: Row, message: string): never {
  throw new ContentError([problemAt(file, { line, column: 1 }, message)]);
}

/** Spreadsheets put quotes around a cell that holds quotes, and double these. */
function unquote(cell: string): string {
  const text = cell.trim();
  return /^"([^"]*(?:""[^"]*)*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text;
}
