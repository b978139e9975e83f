import { quote } from '#dataset/text/shorten.ts';

/*
 * The change log: which reviews were added, edited and removed, in the order of publication, so that
 * a mirror can follow. It contains no text: the answer to a change has the current record.
 *
 * find-changes.ts says what a release changes. The log is kept as rows in the manifest of a release
 * (kept-log.ts), and pruned as it goes on. It has a random id, which a cursor holds beside a position:
 * where it begins again, it has another one.
 */

export const CHANGE_KINDS = ['added', 'edited', 'removed'] as const;

/** A row of the log. */
export type ChangeRow = {
  /** Counts up from 1, and is never reused. */
  readonly position: number;
  /** The review. */
  readonly id: string;
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** The time of publication, in milliseconds since 1970; whole seconds, as in HTTP dates. */
  readonly time: number;
  /** The newest date that it touched: datePublished before and after, or dateRemoved. */
  readonly newest: string;
};

/** A log: immutable, and plain data that may move to another thread. */
export type ChangeLog = {
  /** Random, of 16 letters of base64url. */
  readonly id: string;
  /** The newest pruned row; before any, 0 and the time of the log's first release. */
  readonly floor: Pick<ChangeRow, 'position' | 'time'>;
  /** By ascending positions, the first after the floor. */
  readonly rows: readonly ChangeRow[];
};

/**
 * Returns the time of the last change to anything dated on or after a date, in milliseconds since
 * 1970: the time of the last row that touched such a date, or the time of the floor.
 */
export function lastModifiedSince({ floor, rows }: ChangeLog, date: string): number {
  return (rows.findLast(({ newest }) => newest >= date) ?? floor).time;
}

// The id comes last, so that a truncated cursor is invalid.
const CURSOR = /^(0|[1-9]\d{0,14})\.(?:0|[1-9]\d{0,14})\.[\w-]{16}$/;

/**
 * Returns the cursor at a position of a log, opaque to clients: the log can be followed from it as
 * long as its row there is the same. The time reveals a log that continued differently under the
 * same id, for example after a folder was restored from a backup.
 */
export function cursorAt({ id, floor, rows }: ChangeLog, position: number): string {
  const row = position === floor.position ? floor : rows[position - floor.position - 1];
  // Beyond the log there is no time: NaN is in no cursor that is read.
  const seconds = (row?.time ?? Number.NaN) / 1000;
  return Buffer.from(`${position}.${seconds}.${id}`).toString('base64url');
}

/** The position of a cursor; undefined for other texts, such as a truncated one. */
export function positionIn(cursor: string): number | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = CURSOR.exec(bytes.toString('latin1'))?.[1];
  // Only one spelling of each: the decoder ignores what is not base64url.
  return position && bytes.toString('base64url') === cursor ? Number(position) : undefined;
}

/** Describes a text that is not a cursor, for the service and its description. */
export function describeBadCursor(text: string): string {
  return `after must be the next of an earlier answer, unchanged (got ${quote(text)}); without after, you get the current one`;
}

/** Describes a cursor that cannot be followed. */
export const EXPIRED_CURSOR =
  'after is from a log that is no longer kept; take a new cursor, then fetch /reviews.json again, and continue from there';
