import { quote } from '#dataset/text/shorten.ts';
import { type ChangeLog, type LogPlace, timeAt } from './change-log.ts';

/**
 * Where a client is in a log. The time shows where a log has gone on in another way under the same id,
 * as it does where a folder was restored from a backup.
 */
type Cursor = LogPlace & { readonly id: string };

// The id comes last, so that one that was cut off is none.
const CURSOR = /^(\d{1,15})\.(\d{1,15})\.([\w-]{16})$/;

/** A place in a log as clients hold it, opaque to them. */
export function formatCursor({ id, position, time }: Cursor): string {
  return Buffer.from(`${position}.${time / 1000}.${id}`).toString('base64url');
}

/** Undefined where the text is no cursor, as one that was cut off. */
export function parseCursor(text: string): Cursor | undefined {
  const [, position, seconds, id] =
    CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (id === undefined) return undefined;
  const cursor = { id, position: Number(position), time: Number(seconds) * 1000 };
  // Only one spelling of each: the decoder ignores what is not base64url.
  return formatCursor(cursor) === text ? cursor : undefined;
}

/** The cursor at a position of a log. */
export function cursorAt(log: ChangeLog, position: number): string {
  return formatCursor({ id: log.id, position, time: timeAt(log, position) ?? 0 });
}

/** Whether a log can be followed from a cursor: it is the same, and holds all rows after it. */
export function canFollow(log: ChangeLog, { id, position, time }: Cursor): boolean {
  return id === log.id && timeAt(log, position) === time;
}

/** What is wrong with a text that is not a cursor, for the service and its description. */
export function describeBadCursor(text: string): string {
  return `after must be the next of an earlier answer, unchanged (got ${quote(text)}); without after, you get the present one`;
}

/** What is wrong with a cursor that cannot be followed. */
export const EXPIRED_CURSOR =
  'after is of a log that is not kept any more; take a new cursor, then fetch /reviews.json again, and follow from there';
