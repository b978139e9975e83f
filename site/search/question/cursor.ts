import { z } from 'zod';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { digestOf } from '#search/bytes.ts';
import { type Columns, dateAt, idAt } from '#search/corpus/columns.ts';
import { isByDate, orderOf, type Place, type Sort } from '../search.ts';

/*
 * A cursor is the place of the last review of a page, with a fingerprint of the question: the next
 * page begins after that place, whatever was published or taken down meanwhile. It contains no text
 * of a review, and is opaque to clients.
 */

const Cursor = z.union([
  z.tuple([CalendarDate, ReviewId, z.string()]),
  z.tuple([z.number(), CalendarDate, ReviewId, z.string()]),
]);

/** The filters and the order that a cursor belongs to; the size of a page may change. */
type Question = Readonly<Record<string, unknown>> & { readonly sort?: Sort | undefined };

/** The cursor of the page after the review at a position; `rank` is its rank by words. */
export function cursorBehind(
  columns: Columns,
  position: number,
  question: Question,
  rank?: number,
): string {
  const [date, order] = [dateAt(columns, position), orderOf(question)];
  const byNumber = order === 'best' ? rank : (columns.halfStars[position] ?? 0) / 2;
  const key = isByDate(order) ? date : (byNumber ?? 0);
  return cursorAt({ key, date, id: idAt(columns, position) }, question);
}

/** The cursor of the page after a place in the order of the question. */
export function cursorAt({ key, date, id }: Place, question: Question): string {
  const rest = [date, id, fingerprintOf(question)] as const;
  return formatCursor(typeof key === 'number' ? [key, ...rest] : [...rest]);
}

function formatCursor(cursor: z.infer<typeof Cursor>): string {
  const base64 = btoa(JSON.stringify(cursor));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The place after which a page begins; undefined if a text is not a cursor. */
export function placeIn(cursor: string): Place | undefined {
  const read = parse(cursor);
  if (read?.length === 3) return { key: read[0], date: read[0], id: read[1] };
  return read && { key: read[0], date: read[1], id: read[2] };
}

/** True if a text is a cursor of this question. */
export function isCursorOf(cursor: string, question: Question): boolean {
  const read = parse(cursor);
  const isOfSort = (read?.length === 3) === isByDate(orderOf(question));
  return isOfSort && read?.at(-1) === fingerprintOf(question);
}

function parse(cursor: string): z.infer<typeof Cursor> | undefined {
  try {
    const base64 = cursor.replaceAll('-', '+').replaceAll('_', '/');
    const read = Cursor.safeParse(JSON.parse(atob(base64))).data;
    // Only one spelling is valid: the decoder ignores letters other than base64url.
    return read && formatCursor(read) === cursor ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Not part of the question: the start of a page, its length, and its form. */
const ASIDE = new Set(['after', 'page', 'limit', 'response_format', 'include']);

function fingerprintOf(question: Question): string {
  const members = Object.entries({ ...question, sort: orderOf(question) })
    .filter(([name, value]) => value !== undefined && !ASIDE.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf(JSON.stringify(members)).slice(0, 11);
}
