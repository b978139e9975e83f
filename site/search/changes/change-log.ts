import { applyEdit, keptRuns, type ListEdit } from '#dataset/edits/list-edit.ts';
import { addTimes, countBelow, type LogTimes, NO_TIMES } from './log-times.ts';

/*
 * The change log: which reviews were added, edited and removed, in the order of publication, so that
 * a mirror can follow. It holds no text: a change is answered with the record as it is now.
 *
 * find-changes.ts says what a release changes. The log is kept as rows, by the release store or
 * beside the manifest of a build (kept-log.ts), and pruned there. What is served is a ChangeLog: the
 * last row of each review, and the times of all of them (log-times.ts). It has a random id, which a
 * cursor (changes-cursor.ts) holds beside a position: where it begins again, it has another one.
 */

export const CHANGE_KINDS = ['added', 'edited', 'removed'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Rows are kept this long, and this many at least. */
export const KEPT_MS = 90 * 24 * 60 * 60_000;
export const KEPT_ROWS = 100_000;

/** More rows at once take longer to hand over to another thread than the whole log, which has fewer. */
export const MAX_GROWTH = 1_000;

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
    /** Whether it is kept on disk, and so outlives the process. */
    readonly isKept: boolean;
    /** The last row of each review, by position: an earlier one is out of date. */
    readonly positions: Float64Array<ArrayBuffer>;
    readonly ids: readonly string[];
    /** By their place in CHANGE_KINDS. */
    readonly kinds: Uint8Array<ArrayBuffer>;
  };

/** Up to where somebody has a log. */
export type LogMark = LogPlace & { readonly id: string };

/** How a log grew after a position. */
type LogGrowth = LogHead & {
  readonly after: number;
  readonly rows: readonly ChangeRow[];
};

/** A log whole, or how the one that somebody has grew. */
export type LogUpdate =
  | { readonly log: ChangeLog; readonly growth?: undefined }
  | { readonly log?: undefined; readonly growth: LogGrowth };

/** A log whose first release is published at a time, in milliseconds since 1970. */
export function beginLog(id: string, time: number, isKept = false): ChangeLog {
  return createChangeLog({ id, floor: { position: 0, time } }, [], isKept);
}

/** The log of some rows, by ascending positions. */
export function createChangeLog(
  head: LogHead,
  rows: readonly ChangeRow[],
  isKept: boolean,
): ChangeLog {
  const { id, floor } = head;
  const none = { positions: new Float64Array(), ids: [], kinds: new Uint8Array(), ...NO_TIMES };
  return grow({ id, floor, end: floor, isKept, ...none }, rows, floor);
}

/**
 * What somebody lacks of a log that is kept: all, unless what they have is its beginning and little
 * followed. `rowsAfter` are its rows after a position.
 */
export function updateFor(
  { id, floor }: LogHead,
  mark: LogMark | undefined,
  rowsAfter: (position: number) => readonly ChangeRow[],
): LogUpdate {
  if (mark?.id === id && mark.position >= floor.position) {
    const after = mark.position;
    const isAtFloor = after === floor.position;
    const from = rowsAfter(isAtFloor ? after : after - 1);
    const place = isAtFloor ? floor : from[0];
    const rows = isAtFloor ? from : from.slice(1);
    // Times differ where one was restored from a backup, and went on in another way.
    const isSame = place !== undefined && place.time === mark.time;
    if (isSame && rows.length <= MAX_GROWTH) return { growth: { id, floor, after, rows } };
  }
  return { log: createChangeLog({ id, floor }, rowsAfter(floor.position), true) };
}

/** The log after an update. Throws where that does not go on from the log. */
export function updateLog(
  log: ChangeLog | undefined,
  { log: whole, growth }: LogUpdate,
): ChangeLog {
  if (whole) return whole;
  if (log?.id === growth.id && log.end.position === growth.after) {
    return grow(log, growth.rows, growth.floor);
  }
  throw new Error(`The change log does not go on at ${growth.after}.`);
}

function grow(log: ChangeLog, added: readonly ChangeRow[], floor: LogPlace): ChangeLog {
  const last = new Map<string, ChangeRow>();
  for (const row of added) {
    // Behind those of other reviews.
    last.delete(row.id);
    last.set(row.id, row);
  }
  const { position, time } = added.at(-1) ?? log.end;
  return {
    id: log.id,
    floor,
    end: { position, time },
    isKept: log.isKept,
    ...replaceRows(log, [...last.values()], floor),
    ...addTimes(log, added, floor),
  };
}

type Rows = Pick<ChangeLog, 'positions' | 'ids' | 'kinds'>;

/** The rows with newer ones in the place of those that they replace, and none up to the floor. */
function replaceRows(log: ChangeLog, newer: readonly ChangeRow[], floor: LogPlace): Rows {
  const fresh = newer.filter(({ position }) => position > floor.position);
  const replaced = findReplaced(log, newer, countBelow(log.positions, floor.position + 1));
  const kept = log.ids.length - replaced.length;
  const edit: ListEdit<ChangeRow | undefined> = {
    removed: replaced.map((position) => ({ position, item: undefined })),
    added: fresh.map((item, index) => ({ position: kept + index, item })),
  };
  const positions = new Float64Array(kept + fresh.length);
  const kinds = new Uint8Array(kept + fresh.length);
  for (const { from, to, length } of keptRuns(edit, log.ids.length)) {
    positions.set(log.positions.subarray(from, from + length), to);
    kinds.set(log.kinds.subarray(from, from + length), to);
  }
  for (const [index, { position, kind }] of fresh.entries()) {
    positions[kept + index] = position;
    kinds[kept + index] = CHANGE_KINDS.indexOf(kind);
  }
  return { positions, kinds, ids: applyEdit(log.ids, edit, (row) => row?.id ?? '') };
}

/** From this many on, looking at all ids once is faster than once for each. */
const MANY_ROWS = 8;

/** Where the rows are, in order, that are pruned or that newer ones replace. */
function findReplaced({ ids }: Rows, newer: readonly ChangeRow[], pruned: number): number[] {
  const first = Array.from({ length: pruned }, (_, index) => index);
  if (newer.length < MANY_ROWS) {
    const found = newer.map(({ id }) => ids.indexOf(id, pruned)).filter((index) => index >= 0);
    return [...first, ...found.sort((a, b) => a - b)];
  }
  const among = new Set(newer.map(({ id }) => id));
  for (let index = pruned; index < ids.length; index++) {
    if (among.has(ids[index] ?? '')) first.push(index);
  }
  return first;
}

/** The kind of the last row of the review at an index. */
export function kindAt({ kinds }: ChangeLog, index: number): ChangeKind {
  return CHANGE_KINDS[kinds[index] ?? 0] ?? 'edited';
}
