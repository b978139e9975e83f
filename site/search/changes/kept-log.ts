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
  type LogMark,
  type LogPlace,
  type LogUpdate,
  updateFor,
} from './change-log.ts';
import { type Change, rowsOf } from './find-changes.ts';

/** A log with all its rows, as a build keeps it beside the manifest. */
export type KeptLog = LogHead & {
  /** The release that it describes. */
  readonly ordinal: number;
  /** By ascending positions, the first after the floor. */
  readonly rows: readonly ChangeRow[];
};

/** A log that begins with a release. `now`: in milliseconds since 1970. */
export function beginKeptLog(id: string, ordinal: number, now: number): KeptLog {
  const time = Math.floor(now / 1000) * 1000;
  return { id, ordinal, floor: { position: 0, time }, rows: [] };
}

/** The log after another release, without what need not be kept any more. */
export function growKeptLog(
  log: KeptLog,
  ordinal: number,
  changes: readonly Change[],
  now: number,
): KeptLog {
  const rows = [...log.rows, ...rowsOf(changes, endOf(log), now)];
  const most = (rows.at(-1)?.position ?? 0) - KEPT_ROWS;
  const isOld = ({ position, time }: ChangeRow) => position <= most && time < now - KEPT_MS;
  const pruned = rows.findLast(isOld);
  if (!pruned) return { ...log, ordinal, rows };
  const { position, time } = pruned;
  const kept = rows.filter((row) => row.position > position);
  return { id: log.id, ordinal, floor: { position, time }, rows: kept };
}

/** The log as it is served. */
export function toChangeLog(log: KeptLog): ChangeLog {
  return createChangeLog(log, log.rows, true);
}

/** What somebody lacks of it. */
export function updateFromKept(log: KeptLog, mark: LogMark | undefined): LogUpdate {
  return updateFor(log, mark, (after) => log.rows.filter(({ position }) => position > after));
}

/** The newest row of a log; its floor where it has none. */
function endOf({ rows, floor }: KeptLog): LogPlace {
  return rows.at(-1) ?? floor;
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
