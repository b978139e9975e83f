import type { Term } from '#search/question/terms.ts';
import { addTo, type DocumentRow, documentsIn, unite } from './document-rows.ts';
import type { TextIndex } from './text-index.ts';

/** The texts in which words are sought. */
export type Fields = {
  readonly body: TextIndex;
  readonly title: TextIndex;
  readonly author: TextIndex;
};

/** The documents with all of some terms; or, if none has all, with the most of them. */
export type WordHits = {
  readonly hits: DocumentRow;
  /** The number of terms that each of them has. */
  readonly matched: number;
  /** The higher, the more terms a hit has, and then the more of these in the title. */
  readonly rankOf: (document: number) => number;
};

/** More terms than a text has. */
const RANKS = 256;

/** Independent of all other filters, so that these only ever leave documents out. */
export function findWords(terms: readonly Term[], fields: Fields, all: DocumentRow): WordHits {
  const matches = new Uint8Array(all.length << 5);
  const titled = new Uint8Array(all.length << 5);
  const count = (row: DocumentRow, counts: Uint8Array) => {
    for (const document of documentsIn(row)) counts[document] = (counts[document] ?? 0) + 1;
  };
  for (const term of terms) {
    const { anywhere, title } = rowsOfTerm(term, fields, all);
    count(anywhere, matches);
    count(title, titled);
  }
  const matched = Math.max(0, ...new Set(matches));
  const hits = new Int32Array(all.length);
  for (let document = 0; matched > 0 && document < matches.length; document++) {
    if (matches[document] === matched) addTo(hits, document);
  }
  return { hits, matched, rankOf: (document) => matched * RANKS + (titled[document] ?? 0) };
}

/** The documents with a term, and those that have it in the title. */
export function rowsOfTerm(
  { text, forms, parts }: Term,
  { body, title, author }: Fields,
  all: DocumentRow,
): { readonly anywhere: DocumentRow; readonly title: DocumentRow } {
  const rowIn = (field: TextIndex) =>
    forms ? field.withAny(forms) : field.holding(text, all, parts);
  const inTitle = rowIn(title);
  const anywhere = inTitle.slice();
  for (const field of [body, author]) unite(anywhere, rowIn(field));
  return { anywhere, title: inTitle };
}
