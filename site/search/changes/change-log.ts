import { type LogTimes, timesOf } from './log-times.ts';

/*
 * The change log: which reviews were added, edited and removed, in the order of publication, so that
 * a mirror can follow. It holds no text: a change is answered with the record as it is now.
 *
 * find-changes.ts says what a release changes. The log is kept as rows (kept-log.ts), by the
 * release store or beside the manifest of a build, and pruned as it goes on. What is served is a ChangeLog: the
 * last row of each review, and the times of all of them (log-times.ts). It has a random id, which a
 * cursor (changes-cursor.ts) holds beside a position: where it begins again, it has another one.
 */

export const CHANGE_KINDS = ['added', 'edited', 'removed'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Rows are kept this long, and this many at least. */
export const KEPT_MS = 90 * 24 * 60 * 60_000;
export const KEPT_ROWS = 100_000;

/** A row of the log. */
export type ChangeRow = {
  /** Counts up from 1, and is never used again. */
  readonly position: number;
  /** The review. */
  readonly id: string;
  readonly kind: ChangeKind;
  /** When it was published, in milliseconds since 1970; whole seconds, as HTTP dates are. */
  readonly time: number;
  /** The newest date that it touched: datePublished before and after, or of a removal dateRemoved. */
  readonly newest: string;
};

/** A place in a log, and when it was reached. */
export type LogPlace = Pick<ChangeRow, 'position' | 'time'>;

/** A log, without its rows. */
export type LogHead = {
  /** Random, of 16 letters of base64url. */
  readonly id: string;
  /** The newest row that was pruned; before any, 0 and the time of the log's first release. */
  readonly floor: LogPlace;
};

/** A log as it is served: immutable, and plain data that may cross to another thread. */
export type ChangeLog = LogHead &
  LogTimes & {
    /** The newest row; the floor where there is none. */
    readonly end: LogPlace;
    /** The last row of each review, by position: an earlier one is out of date. */
    readonly positions: Float64Array<ArrayBuffer>;
    readonly ids: readonly string[];
    /** By their place in CHANGE_KINDS. */
    readonly kinds: Uint8Array<ArrayBuffer>;
  };

/** The log of some rows, by ascending positions. */
export function createChangeLog({ id, floor }: LogHead, rows: readonly ChangeRow[]): ChangeLog {
  const last = new Map<string, ChangeRow>();
  for (const row of rows) {
    // Behind those of other reviews.
    last.delete(row.id);
    last.set(row.id, row);
  }
  const newest = [...last.values()];
  const { position, time } = rows.at(-1) ?? floor;
  return {
    id,
    floor,
    end: { position, time },
    positions: Float64Array.from(newest, (row) => row.position),
    ids: newest.map((row) => row.id),
    kinds: Uint8Array.from(newest, ({ kind }) => CHANGE_KINDS.indexOf(kind)),
    ...timesOf(rows),
  };
}

/** The kind of the last row of the review at an index. */
export function kindAt({ kinds }: ChangeLog, index: number): ChangeKind {
  return CHANGE_KINDS[kinds[index] ?? 0] ?? 'edited';
}
