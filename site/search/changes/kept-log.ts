import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import {
  CHANGE_KINDS,
  type ChangeLog,
  type ChangeRow,
  createChangeLog,
  KEPT_MS,
  KEPT_ROWS,
  type LogHead,
} from './change-log.ts';
import { type Change, rowsOf, timeAfter } from './find-changes.ts';

/** A log with all its rows. */
export type KeptLog = LogHead & {
  /** The release that it describes. */
  readonly ordinal: number;
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
  if (!log) {
    return {
      id: createLogId(),
      ordinal,
      floor: { position: 0, time: timeAfter(0, now) },
      rows: [],
    };
  }
  const rows = [...log.rows, ...rowsOf(changes, log.rows.at(-1) ?? log.floor, now)];
  const most = (rows.at(-1)?.position ?? 0) - KEPT_ROWS;
  const isOld = ({ position, time }: ChangeRow) => position <= most && time < now - KEPT_MS;
  const pruned = rows.findLast(isOld);
  if (!pruned) return { ...log, ordinal, rows };
  const { position, time } = pruned;
  const kept = rows.filter((row) => row.position > position);
  return { id: log.id, ordinal, floor: { position, time }, rows: kept };
}

function createLogId(): string {
  return randomBytes(12).toString('base64url');
}

/** The log as it is served. */
export function toChangeLog(log: KeptLog): ChangeLog {
  return createChangeLog(log, log.rows);
}

const Id = z.string().regex(/^[\w-]{16}$/);
const Time = z.int().nonnegative().multipleOf(1000);
const Row = z.tuple([z.int().positive(), ReviewId, z.enum(CHANGE_KINDS), Time, CalendarDate]);

/** The log as it is written: a row is an array, as there may be very many. */
const Written = z
  .strictObject({
    format: z.literal(1),
    id: Id,
    ordinal: z.int().positive(),
    floor: z.strictObject({ position: z.int().nonnegative(), time: Time }),
    rows: z.array(Row),
  })
  .refine(({ floor, rows }) =>
    rows.every(([position], index) => position === floor.position + index + 1),
  );

export function serializeKeptLog({ id, ordinal, floor, rows }: KeptLog): string {
  const written: z.input<typeof Written> = {
    format: 1,
    id,
    ordinal,
    floor,
    rows: rows.map((row) => [row.position, row.id, row.kind, row.time, row.newest]),
  };
  return `${JSON.stringify(written)}\n`;
}

/** Undefined where the text is not a log as this program writes it. */
export function parseKeptLog(text: string): KeptLog | undefined {
  const { data } = Written.safeParse(parseJson(text));
  if (!data) return undefined;
  const { id, ordinal, floor } = data;
  const rows = data.rows.map(([position, review, kind, time, newest]) => ({
    position,
    id: review,
    kind,
    time,
    newest,
  }));
  return { id, ordinal, floor, rows };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
