import type { Review } from '#dataset/review.ts';
import { type Corpus, reviewBytes } from '#search/corpus/corpus.ts';
import type { ReviewEdit } from './compare-lists.ts';
import type { SqlConnection } from './store-disk.ts';
import { dropNotes, removeNotes, type StorableNotes, writeNotes } from './stored-notes.ts';

/** What a file may still hold that is not published: a removed review, or an earlier text. */
export type Residue = 'removed' | 'changed';

/** By the value of the mark less 1, the worst last; the mark is 0 if there is none. */
export const RESIDUES: readonly Residue[] = ['changed', 'removed'];

/** Does not write a line that is the same. */
const UPSERT = `INSERT INTO reviews (date, id, line) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET line = excluded.line WHERE line <> excluded.line`;

/** reviews.json, the reviews that its lines are, and their notes; without, those that are stored stay. */
type Lines = {
  readonly reviews: readonly Review[];
  readonly corpus: Corpus;
  readonly notes?: StorableNotes | undefined;
};

/** Writes the lines that differ from the stored ones. Returns the mark of what they leave. */
export function writeLines(
  connection: SqlConnection,
  { reviews, corpus, notes }: Lines,
  edit: ReviewEdit | 'everything',
): number {
  const isKnown = edit !== 'everything';
  const known = isKnown
    ? edit.removed.map(({ item }) => item)
    : connection.rows('SELECT date, id FROM reviews').map(toKey);
  const added = isKnown
    ? edit.added
    : reviews.entries().map(([position, item]) => ({ position, item }));
  const gone = new Map(known.map((one) => [`${one.datePublished} ${one.id}`, one]));
  let residue = 0;
  for (const { position, item } of added) {
    const { datePublished, id } = item;
    const rows = connection.run(UPSERT, datePublished, id, reviewBytes(corpus, position));
    if (notes) writeNotes(connection, item, notes);
    // Those that are stored were taken of another text.
    else if (rows > 0) removeNotes(connection, item);
    const isStored = gone.delete(`${datePublished} ${id}`);
    if (rows > 0 && isStored) residue = markOfResidue('changed');
  }
  for (const { datePublished, id } of gone.values()) {
    connection.run('DELETE FROM reviews WHERE date = ? AND id = ?', datePublished, id);
    residue = markOfResidue('removed');
  }
  // An earlier program, which knew of no notes, may have removed reviews without theirs.
  const dropped = !isKnown || gone.size > 0 ? dropNotes(connection) : 0;
  return dropped > 0 ? markOfResidue('removed') : residue;
}

const markOfResidue = (residue: Residue) => RESIDUES.indexOf(residue) + 1;

function toKey({ date, id }: Readonly<Record<string, unknown>>) {
  return { datePublished: String(date), id: String(id) };
}
