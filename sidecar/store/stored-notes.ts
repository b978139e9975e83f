import type { Review } from '#dataset/review.ts';
import type { Notes, NotesOf } from '#insights/notes/notes.ts';
import { strongEtag } from '#search/strong-etag.ts';
import type { SqlConnection } from './store-disk.ts';

/** The notes that insights take of reviews, and a key of all else that they depend on. */
export type StorableNotes = { readonly key: string; readonly of: NotesOf };

const UPSERT = `INSERT INTO notes VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET tag = excluded.tag, notes = excluded.notes WHERE tag <> excluded.tag`;

/** Writes the notes of a review. They hold words of it: call this in the transaction of its record. */
export function writeNotes(connection: SqlConnection, review: Review, notes: StorableNotes): void {
  connection.run(UPSERT, review.id, tagOf(review, notes.key), JSON.stringify(notes.of(review)));
}

/** Removes the notes of a review. */
export function removeNotes(connection: SqlConnection, { id }: Review): void {
  connection.run('DELETE FROM notes WHERE id = ?', id);
}

/** Removes the notes of reviews that are not stored any more. Returns how many there were. */
export function dropNotes(connection: SqlConnection): number {
  return connection.run('DELETE FROM notes WHERE id NOT IN (SELECT id FROM reviews)');
}

/** The notes that were taken of the very same record by the same key; undefined where there are none. */
export function readNotes(
  connection: SqlConnection,
  review: Review,
  key: string,
): Notes | undefined {
  const [row] = connection.rows('SELECT tag, notes FROM notes WHERE id = ?', review.id);
  return row?.tag === tagOf(review, key) ? JSON.parse(String(row.notes)) : undefined;
}

function tagOf(review: Review, key: string): string {
  return strongEtag(key, JSON.stringify(review));
}
