import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { CHANGE_KINDS, type ChangeLog, type ChangeRow } from './change-log.ts';
import type { Change } from './find-changes.ts';

/** Rows are kept this long, and this many at least. */
export const KEPT_MS = 90 * 24 * 60 * 60_000;
export const KEPT_ROWS = 100_000;

/** A log with all its rows. */
export type KeptLog = {
  readonly id: string;
  /** The release that it describes. */
  readonly ordinal: number;
  /** The newest row that was pruned; before any, 0 and the time of the log's first release. */
  readonly floor: Pick<ChangeRow, 'position' | 'time'>;
  /** By ascending positions, the first after the floor. */
  readonly rows: readonly ChangeRow[];
};

/**
 * The log after another release, without what need not be kept any more. Where there is none, one with a
 * new id begins, without the changes. `now`: in milliseconds since 1970.
 */
export function continueLog(
  log: KeptLog | undefined,
  ordinal: number,
  changes: readonly Change[],
  now: number,
): KeptLog {
  const second = Math.floor(now / 1000) * 1000;
  if (!log) {
    const id = randomBytes(12).toString('base64url');
    return { id, ordinal, floor: { position: 0, time: second }, rows: [] };
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
  return { id: log.id, ordinal, floor, rows: rows.slice(pruned + 1) };
}

/** The log as it is served. */
export function toChangeLog({ id, floor, rows }: Omit<KeptLog, 'ordinal'>): ChangeLog {
  const last = new Map(rows.map((row) => [row.id, row]));
  return {
    id,
    floor: floor.position,
    ids: rows.map((row) => (last.get(row.id) === row ? row.id : '')),
    kinds: rows.map((row) => row.kind),
    newest: rows.map((row) => row.newest),
    times: [floor, ...rows].map((row) => row.time),
  };
}

const Time = z.int().nonnegative().multipleOf(1000);
const Row = z
  .tuple([z.int().positive(), ReviewId, z.enum(CHANGE_KINDS), Time, CalendarDate])
  .transform(([position, id, kind, time, newest]) => ({ position, id, kind, time, newest }));

/** The log as it is written: a row is an array, as there may be very many. */
const Written = z.strictObject({
  format: z.literal(1),
  id: z.string().regex(/^[\w-]{16}$/),
  ordinal: z.int().positive(),
  floor: z.strictObject({ position: z.int().nonnegative(), time: Time }),
  rows: z.array(Row),
});

export function serializeKeptLog(log: KeptLog): string {
  const rows = log.rows.map((row) => [row.position, row.id, row.kind, row.time, row.newest]);
  return `${JSON.stringify({ format: 1, ...log, rows })}\n`;
}

/** Throws where the text is not a log as this program writes it. */
export function parseKeptLog(text: string): KeptLog {
  const { format, ...log } = Written.parse(JSON.parse(text));
  return log;
}
