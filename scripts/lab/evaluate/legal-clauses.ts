import type { AspectLine } from '../labelled/aspect-file.ts';
import { type LabelledLine, readLabel } from '../labelled/polarity-file.ts';
import { readRows, refuseRow } from '../labelled/read-rows.ts';

/** A clause of the fixture, its label, and what it says of each aspect that it speaks of. */
export type LegalClause = LabelledLine & { readonly says: readonly AspectLine[] };

/** Reads lines of `text TAB label TAB aspect=label aspect=label`, or `-` for no aspect. */
export function readLegalClauses(file: string): readonly LegalClause[] {
  return readRows(file).map((row) => {
    const [text = '', label = '', list] = row.cells;
    if (list === undefined) refuseRow(file, row, 'lacks its list of aspects');
    const says = list === '-' ? [] : list.split(' ');
    return {
      text,
      label: readLabel(file, row, label),
      says: says.map((item) => {
        const [aspect = '', side = ''] = item.split('=');
        return { text, says: { aspect, label: readLabel(file, row, side) } };
      }),
    };
  });
}

/** The clauses as lines about aspects; one that speaks of none is a line that says so. */
export function listAspectLines(clauses: readonly LegalClause[]): readonly AspectLine[] {
  return clauses.flatMap(({ text, says }) => (says.length === 0 ? [{ text }] : says));
}
