import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { type Corpus, dateAt, idAt } from '#search/corpus/corpus.ts';
import { isByDate, orderOf, type Place, type Sort } from '../search.ts';

/*
 * A cursor is the place of the last review of a page, with a fingerprint of the question: the next page
 * begins behind that place, whatever was published or taken down meanwhile. It holds no text of a
 * review, and is opaque to clients.
 */

const Cursor = z.union([
  z.tuple([CalendarDate, ReviewId, z.string()]),
  z.tuple([z.number(), CalendarDate, ReviewId, z.string()]),
]);

/** What a cursor belongs to: filters and an order; the size of a page may change. */
type Question = Readonly<Record<string, unknown>> & { readonly sort?: Sort | undefined };

/** The cursor of the page behind the review at a position; `rank` is its own where words are asked for. */
export function cursorBehind(
  corpus: Corpus,
  position: number,
  question: Question,
  rank?: number,
): string {
  const [date, order] = [dateAt(corpus, position), orderOf(question)];
  const byNumber = order === 'best' ? rank : (corpus.halfStars[position] ?? 0) / 2;
  const key = isByDate(order) ? date : (byNumber ?? 0);
  return cursorAt({ key, date, id: idAt(corpus, position) }, question);
}

/** The cursor of the page behind a place in the order of the question. */
export function cursorAt({ key, date, id }: Place, question: Question): string {
  const fingerprint = fingerprintOf(question);
  return formatCursor(
    typeof key === 'number' ? [key, date, id, fingerprint] : [date, id, fingerprint],
  );
}

function formatCursor(cursor: z.infer<typeof Cursor>): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** The place behind which a page begins; undefined where a text is not a cursor. */
export function placeIn(cursor: string): Place | undefined {
  const read = parse(cursor);
  if (read?.length === 3) return { key: read[0], date: read[0], id: read[1] };
  return read && { key: read[0], date: read[1], id: read[2] };
}

/** Whether a text is a cursor of this question. */
export function isCursorOf(cursor: string, question: Question): boolean {
  const read = parse(cursor);
  const isOfSort = (read?.length === 3) === isByDate(orderOf(question));
  return isOfSort && read?.at(-1) === fingerprintOf(question);
}

function parse(cursor: string): z.infer<typeof Cursor> | undefined {
  try {
    const read = Cursor.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
    // Only one spelling of each: the decoder ignores other letters than those of base64url.
    return read && formatCursor(read) === cursor ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Not part of the question: where a page begins, how long it is, and how it is written. */
const ASIDE = new Set(['after', 'limit', 'response_format', 'include']);

function fingerprintOf(question: Question): string {
  const members = Object.entries({ ...question, sort: orderOf(question) })
    .filter(([name, value]) => value !== undefined && !ASIDE.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url').slice(0, 11);
}
