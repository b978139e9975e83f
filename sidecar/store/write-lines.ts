import type { ReviewEdit } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { DatedReview } from '#search/changes/find-changes.ts';
import { type Corpus, reviewBytes } from '#search/corpus/corpus.ts';
import type { SqlConnection } from './store-disk.ts';

/** What a file may still hold that is not published: a removed review, or an earlier text. */
export type Residue = 'removed' | 'changed';

/** By the value of the mark less 1, the worst last; the mark is 0 if there is none. */
export const RESIDUES: readonly Residue[] = ['changed', 'removed'];

/** Does not write a line that is the same. */
const UPSERT = `INSERT INTO reviews (date, id, line) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET line = excluded.line WHERE line <> excluded.line`;

/** reviews.json, and the reviews that its lines are. */
type Lines = { readonly reviews: readonly Review[]; readonly corpus: Corpus };

type WrittenLines = {
  /** The mark of what they leave. */
  readonly residue: number;
  readonly removed: readonly DatedReview[];
  readonly added: readonly DatedReview[];
};

/** Writes the lines that differ from the stored ones. Returns which. */
export function writeLines(
  connection: SqlConnection,
  { reviews, corpus }: Lines,
  edit: ReviewEdit | 'everything',
): WrittenLines {
  const isKnown = edit !== 'everything';
  const known = isKnown
    ? edit.removed.map(({ item }) => item)
    : connection.rows('SELECT date, id FROM reviews').map(toKey);
  const added = isKnown
    ? edit.added
    : reviews.entries().map(([position, item]) => ({ position, item }));
  const gone = new Map(known.map((one) => [`${one.datePublished} ${one.id}`, one]));
  const changed: DatedReview[] = [];
  const written: DatedReview[] = [];
  for (const { position, item } of added) {
    const { datePublished, id } = item;
    const rows = connection.run(UPSERT, datePublished, id, reviewBytes(corpus, position));
    const isStored = gone.delete(`${datePublished} ${id}`);
    if (rows === 0) continue;
    written.push(item);
    if (isStored) changed.push(item);
  }
  for (const { datePublished, id } of gone.values()) {
    connection.run('DELETE FROM reviews WHERE date = ? AND id = ?', datePublished, id);
  }
  const left = changed.length > 0 ? RESIDUES.indexOf('changed') + 1 : 0;
  return {
    residue: gone.size > 0 ? RESIDUES.indexOf('removed') + 1 : left,
    removed: [...gone.values(), ...changed],
    added: written,
  };
}

function toKey({ date, id }: Readonly<Record<string, unknown>>) {
  return { datePublished: String(date), id: String(id) };
}
