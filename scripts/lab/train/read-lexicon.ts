import { join } from 'node:path';
import { readRows, refuseRow } from '../labelled/read-rows.ts';

/** A term, a tab, and its valence from −4 to 4. Of two valences the first file's counts. */
const FILES = ['law.tsv', 'general.tsv'];

/** Reads the lexicon of a folder of materials. Throws a ContentError that names the first faulty line. */
export function readLexicon(materials: string): ReadonlyMap<string, number> {
  const lexicon = new Map<string, number>();
  for (const file of FILES.map((name) => join(materials, 'lexicon', name))) {
    for (const row of readRows(file)) {
      const [term = '', cell = ''] = row.cells;
      const valence = Number(cell);
      if (term === '' || cell === '' || !(Math.abs(valence) <= 4)) {
        refuseRow(file, row, 'is not a term, a tab and a valence from -4 to 4');
      }
      if (!lexicon.has(term)) lexicon.set(term, valence);
    }
  }
  return lexicon;
}
