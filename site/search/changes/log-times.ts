import { firstWhere } from '#search/binary-search.ts';
import type { ChangeRow, LogHead } from './change-log.ts';

/** Of all changes from a date on, the newest: those after it in the list touched older dates alone. */
type Stair = { readonly newest: string; readonly time: number };

/** When what was published: for since by the dates that it touched, for cursors by its position. */
export type LogTimes = {
  /** By descending dates and ascending times. */
  readonly stairs: readonly Stair[];
  /** The last position of each release, and its time. */
  readonly ends: Float64Array<ArrayBuffer>;
  readonly endTimes: Float64Array<ArrayBuffer>;
};

/** The times of rows, by ascending positions. */
export function timesOf(rows: readonly ChangeRow[]): LogTimes {
  const stairs: Stair[] = [];
  for (const row of rows) climb(stairs, row);
  // All rows of a release have one time.
  const last = rows.filter(({ time }, index) => rows[index + 1]?.time !== time);
  return {
    stairs,
    ends: Float64Array.from(last, ({ position }) => position),
    endTimes: Float64Array.from(last, ({ time }) => time),
  };
}

/** Times never descend: a later row hides all that touched no newer date. */
function climb(stairs: Stair[], { newest, time }: ChangeRow): void {
  const last = stairs.findLastIndex((stair) => stair.newest > newest);
  stairs.splice(last + 1, Number.POSITIVE_INFINITY, { newest, time });
}

type Timed = LogTimes & Pick<LogHead, 'floor'>;

/**
 * When what is dated on or after a date last changed, in milliseconds since 1970: the time of the last
 * row that touched such a date. Where none that is kept did, that of the floor.
 */
export function lastModifiedSince({ stairs, floor }: Timed, date: string): number {
  const above = firstWhere(0, stairs.length, (at) => (stairs[at]?.newest ?? '') < date);
  return Math.max(stairs[above - 1]?.time ?? 0, floor.time);
}

/** The time of the row at a position, or of the floor; undefined where it lies beyond the log. */
export function timeAt({ ends, endTimes, floor }: Timed, position: number): number | undefined {
  if (position <= floor.position) return position === floor.position ? floor.time : undefined;
  return endTimes[countBelow(ends, position)];
}

/** The number of items below a value in an ascending list. */
export function countBelow(ascending: Float64Array, value: number): number {
  return firstWhere(0, ascending.length, (at) => (ascending[at] ?? 0) >= value);
}
