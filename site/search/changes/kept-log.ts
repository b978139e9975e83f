import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { CHANGE_KINDS, type ChangeLog } from './change-log.ts';
import type { Change } from './find-changes.ts';

/** Minimum time and number for which rows are kept. */
export const KEPT_MS = 90 * 24 * 60 * 60_000;
export const KEPT_ROWS = 100_000;

/**
 * Returns the log after another release, pruned. If there was none, a new id begins, without the
 * changes. `now`: in milliseconds since 1970.
 */
export function continueLog(
  log: ChangeLog | undefined,
  changes: readonly Change[],
  now: number,
): ChangeLog {
  const second = Math.floor(now / 1000) * 1000;
  if (!log) {
    const id = randomBytes(12).toString('base64url');
    return { id, floor: { position: 0, time: second }, rows: [] };
  }
  const end = log.rows.at(-1) ?? log.floor;
  // No two releases have the same Last-Modified, which counts seconds (RFC 9110 §5.6.7).
  const time = Math.max(second, end.time + 1000);
  const added = changes.map((one, at) => ({ ...one, position: end.position + at + 1, time }));
  const rows = [...log.rows, ...added];
  const most = rows.length - KEPT_ROWS;
  const pruned = rows.findLastIndex((row, at) => at < most && row.time < now - KEPT_MS);
  const last = rows[pruned] ?? log.floor;
  const floor = { position: last.position, time: last.time };
  return { id: log.id, floor, rows: rows.slice(pruned + 1) };
}

const Time = z.int().nonnegative().multipleOf(1000);
const Row = z
  .tuple([z.int().positive(), ReviewId, z.enum(CHANGE_KINDS), Time, CalendarDate])
  .transform(([position, id, kind, time, newest]) => ({ position, id, kind, time, newest }));

/** The log in a manifest: a row is an array, as there may be very many. */
export const WrittenLog = z.strictObject({
  id: z.string().regex(/^[\w-]{16}$/),
  floor: z.strictObject({ position: z.int().nonnegative(), time: Time }),
  rows: z.array(Row),
});

/** The log as `WrittenLog` reads it. */
export function writeLog(log: ChangeLog): z.input<typeof WrittenLog> {
  const rows = log.rows.map(({ position, id, kind, time, newest }): z.input<typeof Row> => {
    return [position, id, kind, time, newest];
  });
  return { ...log, rows };
}
