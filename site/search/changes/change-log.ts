import { quote } from '#dataset/text/shorten.ts';

/*
 * The change log: which reviews were added, edited and removed, in the order of publication, so that
 * a mirror can follow. It holds no text: a change is answered with the record as it is now.
 *
 * find-changes.ts says what a release changes. The log is kept as rows in the manifest of a release
 * (kept-log.ts), and pruned as it goes on. It has a random id, which a cursor holds beside a position:
 * where it begins again, it has another one.
 */

export const CHANGE_KINDS = ['added', 'edited', 'removed'] as const;

/** A row of the log. */
export type ChangeRow = {
  /** Counts up from 1, and is never used again. */
  readonly position: number;
  /** The review. */
  readonly id: string;
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** When it was published, in milliseconds since 1970; whole seconds, as HTTP dates are. */
  readonly time: number;
  /** The newest date that it touched: datePublished before and after, or of a removal dateRemoved. */
  readonly newest: string;
};

/**
 * A log as it is served: immutable, and plain data that may cross to another thread, as lists by
 * ascending positions do several times as fast as rows.
 */
export type ChangeLog = {
  /** Random, of 16 letters of base64url. */
  readonly id: string;
  /** The position of the newest row that was pruned; before any, 0. */
  readonly floor: number;
  /** The review of each row after the floor; '' where a later row is of the same one. */
  readonly ids: readonly string[];
  readonly kinds: readonly ChangeRow['kind'][];
  readonly newest: readonly string[];
  /** The time of the floor, and of each row after it. */
  readonly times: readonly number[];
};

/**
 * When what is dated on or after a date last changed, in milliseconds since 1970: the time of the last
 * row that touched such a date. Where none that is kept did, the time of the floor.
 */
export function lastModifiedSince({ newest, times }: ChangeLog, date: string): number {
  return times[newest.findLastIndex((touched) => touched >= date) + 1] ?? 0;
}

// The id comes last, so that one that was cut off is none.
const CURSOR = /^(0|[1-9]\d{0,14})\.(?:0|[1-9]\d{0,14})\.[\w-]{16}$/;

/**
 * The cursor at a position of a log, opaque to clients: a log can be followed from it for as long as it
 * has the same one there. The time shows where a log has gone on in another way under the same id, as it
 * does where a folder was restored from a backup.
 */
export function cursorAt(
  { id, floor, times }: Pick<ChangeLog, 'id' | 'floor' | 'times'>,
  position: number,
): string {
  // Beyond the log there is no time: NaN is in no cursor that is read.
  const seconds = (times[position - floor] ?? Number.NaN) / 1000;
  return Buffer.from(`${position}.${seconds}.${id}`).toString('base64url');
}

/** The position of a cursor; undefined where the text is none, as one that was cut off. */
export function positionIn(cursor: string): number | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = CURSOR.exec(bytes.toString('latin1'))?.[1];
  // Only one spelling of each: the decoder ignores what is not base64url.
  return position && bytes.toString('base64url') === cursor ? Number(position) : undefined;
}

/** What is wrong with a text that is not a cursor, for the service and its description. */
export function describeBadCursor(text: string): string {
  return `after must be the next of an earlier answer, unchanged (got ${quote(text)}); without after, you get the present one`;
}

/** What is wrong with a cursor that cannot be followed. */
export const EXPIRED_CURSOR =
  'after is of a log that is not kept any more; take a new cursor, then fetch /reviews.json again, and follow from there';
