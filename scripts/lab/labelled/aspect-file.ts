import { didYouMean } from '#dataset/nearest-name.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import type { Label } from './label.ts';
import { readLabel, refuseTwoMeanings } from './polarity-file.ts';
import { type Row, readRows, refuseRow } from './read-rows.ts';

/** A text and what it says of one aspect, or that it speaks of none. */
export type AspectLine = {
  readonly text: string;
  readonly says?: { readonly aspect: string; readonly label: Label };
};

const FORM = 'a line is a text, a tab, an aspect (or -), a tab and a label';

/**
 * Reads lines of `text TAB aspect TAB label`; an aspect that is empty or `-` says that the text
 * speaks of none. Throws a ContentError that names the first faulty line.
 */
export function readAspectFile(file: string, aspects: readonly Aspect[]): readonly AspectLine[] {
  const ids = aspects.map(({ id }) => id);
  const rows = readRows(file);
  refuseTwoMeanings(file, rows);
  return rows.map((row) => readLine(file, row, ids));
}

function readLine(file: string, row: Row, ids: readonly string[]): AspectLine {
  const { cells } = row;
  // A line that names no aspect needs no label, nor the tab before it.
  if (cells.length === 2 && isNothing(cells[1])) return { text: cells[0] ?? '' };
  if (cells.length < 3) refuseRow(file, row, `has too few tabs; ${FORM}`);
  const text = cells.slice(0, -2).join(' ');
  const aspect = cells.at(-2) ?? '';
  const cell = cells.at(-1) ?? '';
  if (isNothing(aspect) && isNothing(cell)) return { text };
  const label = readLabel(file, row, cell);
  if (isNothing(aspect)) return { text };
  if (ids.includes(aspect)) return { text, says: { aspect, label } };
  const message = `names the aspect "${aspect}", which the list of aspects lacks${didYouMean(aspect, ids)}; it has ${ids.join(', ')}`;
  refuseRow(file, row, message);
}

function isNothing(cell: string | undefined): boolean {
  return cell === undefined || cell === '' || cell === '-';
}
