import { firstWhere } from '#search/binary-search.ts';

/*
 * The change log: which reviews were added, edited and removed, in the order of publication, so that
 * a mirror can follow. It holds no text: a change is answered with the record as it is now.
 *
 * find-changes.ts says what a release changes. The log is kept as rows (kept-log.ts), by the
 * release store or beside the manifest of a build, and pruned as it goes on. A ChangeLog is served: the
 * last row of each review, and the time of each release. It has a random id, which a cursor
 * (changes-cursor.ts) holds beside a position: where it begins again, it has another one.
 */

export const CHANGE_KINDS = ['added', 'edited', 'removed'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

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

/** A log as it is served: immutable, and plain data that may cross to another thread. */
export type ChangeLog = {
  /** Random, of 16 letters of base64url. */
  readonly id: string;
  /** The newest row that was pruned; before any, 0 and the time of the log's first release. */
  readonly floor: LogPlace;
  /** The newest row; the floor where there is none. */
  readonly end: LogPlace;
  /** The last row of each review, by position: an earlier one is out of date. */
  readonly positions: readonly number[];
  readonly ids: readonly string[];
  readonly kinds: readonly ChangeKind[];
  /** The last position of each release, the floor first, and its time. */
  readonly ends: readonly number[];
  readonly endTimes: readonly number[];
  /** The rows that touched a newer date than all after them, by ascending dates and descending times. */
  readonly steps: readonly Pick<ChangeRow, 'newest' | 'time'>[];
};

/**
 * When what is dated on or after a date last changed, in milliseconds since 1970: the time of the last
 * row that touched such a date. Where none that is kept did, the time of the floor.
 */
export function lastModifiedSince({ steps, floor }: ChangeLog, date: string): number {
  const at = firstWhere(0, steps.length, (step) => (steps[step]?.newest ?? '') >= date);
  return steps[at]?.time ?? floor.time;
}

/** The time of the row at a position, or of the floor; undefined where it lies beyond the log. */
export function timeAt({ ends, endTimes, floor }: ChangeLog, position: number): number | undefined {
  if (position < floor.position) return undefined;
  return endTimes[firstWhere(0, ends.length, (end) => (ends[end] ?? 0) >= position)];
}
