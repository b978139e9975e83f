import { didYouMean } from '#dataset/nearest-name.ts';
import { LABELS, type Label, parseLabel } from './label.ts';
import { type Row, readRows, refuseRow } from './read-rows.ts';

/** A text and what people labelled it. */
export type LabelledLine = { readonly text: string; readonly label: Label };

/** What a line of a file may say; a whole text is labelled by one side. */
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
