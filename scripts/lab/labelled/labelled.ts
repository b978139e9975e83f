/**
 * Data that people labelled: lines of a text and a label (here), of a text, an aspect and a label, or
 * of stars by aspect (aspect-files.ts), and the public data sets by their folders (find-data.ts). A
 * faulty line is refused with its place.
 */
import { readFileSync, statSync } from 'node:fs';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { decodeText } from '#dataset/read/decode-text.ts';
import { cannotBeRead } from '#dataset/read/read-content.ts';

/** The sides that an evaluation tells apart, in the order in which they are shown. */
export const LABELS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type Label = (typeof LABELS)[number];

const SPELLINGS: ReadonlyMap<string, Label> = new Map([
  ['positive', 'positive'],
  ['pos', 'positive'],
  ['1', 'positive'],
  ['+1', 'positive'],
  ['neutral', 'neutral'],
  ['neu', 'neutral'],
  ['negative', 'negative'],
  ['neg', 'negative'],
  ['0', 'negative'],
  ['-1', 'negative'],
  ['mixed', 'mixed'],
]);

/** The label that a data file means, in any case; undefined where it is none. */
export function parseLabel(text: string): Label | undefined {
  return SPELLINGS.get(text.trim().toLowerCase());
}

/** One line of a table in a text file; lines are counted from 1. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

const HEADINGS: ReadonlySet<string> = new Set(['label', 'sentiment', 'polarity']);

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

/** Reads rows of tab-separated cells, without a heading and empty lines; throws where none is left. */
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

export function refuseRow(file: string, { line }: Row, message: string): never {
  throw new ContentError([problemAt(file, { line, column: 1 }, message)]);
}

/** Spreadsheets put quotes around a cell that holds quotes, and double these. */
function unquote(cell: string): string {
  const text = cell.trim();
  return /^"([^"]*(?:""[^"]*)*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text;
}

export type LabelledLine = { readonly text: string; readonly label: Label };

const SIDES = LABELS.filter((label) => label !== 'mixed');

/** Reads lines of `text TAB label`. Throws a ContentError that names the first faulty line. */
export function readPolarityFile(file: string): readonly LabelledLine[] {
  const rows = readRows(file);
  refuseTwoMeanings(file, rows);
  return rows.map((row) => {
    const place = row.cells.findLastIndex((cell) => cell !== '');
    if (place < 1) refuseRow(file, row, 'has no label; a line is a text, a tab and a label');
    const label = readLabel(file, row, row.cells[place] ?? '', SIDES);
    return { text: row.cells.slice(0, place).join(' '), label };
  });
}

/** Reads the label of a line. Throws a ContentError where it is none of those allowed. */
export function readLabel(
  file: string,
  row: Row,
  cell: string,
  allowed: readonly Label[] = LABELS,
): Label {
  const label = parseLabel(cell);
  if (label && allowed.includes(label)) return label;
  const hint = didYouMean(cell, allowed);
  const message = `has the label "${cell}"${hint}; a label is ${allowed.join(', ')}, 1 (positive), 0 or -1 (negative)`;
  refuseRow(file, row, message);
}

/** Throws a ContentError where 0 stands beside -1: it may be meant as neutral or as negative. */
export function refuseTwoMeanings(file: string, rows: readonly Row[]): void {
  const zero = rows.find(({ cells }) => cells.at(-1) === '0');
  if (!zero || !rows.some(({ cells }) => cells.at(-1) === '-1')) return;
  refuseRow(file, zero, 'says 0 where other lines say -1; write neutral or negative instead of 0');
}
