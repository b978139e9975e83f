import type { ChangeLog } from './change-log.ts';

/** Where a client is in a log. */
type Cursor = { readonly id: string; readonly position: number };

const CURSOR = /^([\w-]{16})\.(\d{1,15})$/;

/** A position in a log as clients hold it, opaque to them. */
export function formatCursor({ id, position }: Cursor): string {
  return Buffer.from(`${id}.${position}`).toString('base64url');
}

/** Undefined where the text is no cursor, as one that was cut off. */
export function parseCursor(text: string): Cursor | undefined {
  const [, id, position] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (id === undefined || position === undefined) return undefined;
  const cursor = { id, position: Number(position) };
  // Only one spelling of each: the decoder ignores what is not base64url.
  return formatCursor(cursor) === text ? cursor : undefined;
}

/** Whether a log can be followed from a cursor: it is the same, and holds all rows after it. */
export function canFollow({ id, floor, end }: ChangeLog, cursor: Cursor): boolean {
  const { position } = cursor;
  return cursor.id === id && position >= floor.position && position <= end.position;
}
