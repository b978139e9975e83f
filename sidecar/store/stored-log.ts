import { randomBytes } from 'node:crypto';
import {
  CHANGE_KINDS,
  type ChangeRow,
  KEPT_MS,
  KEPT_ROWS,
  type LogHead,
  type LogMark,
  type LogPlace,
  type LogUpdate,
  updateFor,
} from '#search/changes/change-log.ts';
import { type Change, rowsOf, timeAfter } from '#search/changes/find-changes.ts';
import { type KeptLog, updateFromKept } from '#search/changes/kept-log.ts';
import type { SqlConnection } from './store-disk.ts';
import { LOG_TABLES } from './store-schema.ts';

/*
 * The change log in the store. Whatever is written here belongs into the transaction that writes the
 * release. It begins again, under another id, where it is not known what a release changed: in a new
 * file, and where an older program, which knows no log, has stored the release before.
 */

/** An id for a new log. */
export function createLogId(): string {
  return randomBytes(12).toString('base64url');
}

type Appended = {
  /** The ordinal of the release that is replaced. */
  readonly before: number | undefined;
  readonly ordinal: number;
  /** Called where the log goes on. */
  readonly findChanges: () => readonly Change[];
};

/** Appends what a release changes. The first one of a log has no rows. `now`: in milliseconds. */
export function appendToLog(
  connection: SqlConnection,
  { before, ordinal, findChanges }: Appended,
  now: number,
): void {
  for (const statement of LOG_TABLES) connection.run(statement);
  const log = readHead(connection);
  // A log that was copied from a build goes on there.
  if (log?.ordinal === before && log?.isOwn) {
    const rows = rowsOf(findChanges(), log.end, now);
    insert(connection, rows);
    const floor = prune(connection, { ...log, end: rows.at(-1) ?? log.end }, now);
    writeHead(connection, { ...log, floor, ordinal });
    return;
  }
  connection.run('DELETE FROM changes');
  const floor = { position: 0, time: timeAfter(log?.end.time ?? 0, now) };
  writeHead(connection, { id: createLogId(), floor, ordinal, isOwn: true });
}

/** Makes the log that of a build, whose release is written. */
export function copyLog(connection: SqlConnection, log: KeptLog): void {
  for (const statement of LOG_TABLES) connection.run(statement);
  const { id, ordinal, floor } = log;
  const { growth } = updateFromKept(log, markOf(connection));
  connection.run('DELETE FROM changes WHERE position <= ?', growth ? floor.position : END);
  insert(connection, growth ? growth.rows : log.rows);
  writeHead(connection, { id, floor, ordinal, isOwn: false });
}

/** Up to where the log of a build was copied; undefined where it was not. */
function markOf(connection: SqlConnection): LogMark | undefined {
  const log = readHead(connection);
  return log && !log.isOwn ? { id: log.id, ...log.end } : undefined;
}

/** What somebody lacks of the log; undefined where it does not describe the release of an ordinal. */
export function readLog(
  connection: SqlConnection,
  ordinal: number,
  mark?: LogMark,
): LogUpdate | undefined {
  const log = readHead(connection);
  if (log?.ordinal !== ordinal) return undefined;
  return updateFor(log, mark, (after) =>
    connection.rows(`${SELECT} WHERE position > ? ORDER BY position`, after).map(toRow),
  );
}

const SELECT = 'SELECT position, id, kind, time, newest FROM changes';
const END = Number.MAX_SAFE_INTEGER;

function toRow({ position, id, kind, time, newest }: Readonly<Record<string, unknown>>): ChangeRow {
  return {
    position: Number(position),
    id: String(id),
    kind: CHANGE_KINDS.find((known) => known === kind) ?? 'edited',
    time: Number(time),
    newest: String(newest),
  };
}

type StoredHead = LogHead & { readonly ordinal: number; readonly isOwn: boolean };

/** Undefined where there is no log yet. */
function readHead(
  connection: SqlConnection,
): (StoredHead & { readonly end: LogPlace }) | undefined {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'log'";
  if (connection.rows(table).length === 0) return undefined;
  const [head] = connection.rows('SELECT id, ordinal, own, floor, floor_time FROM log');
  if (!head) return undefined;
  const [last] = connection.rows(`${SELECT} ORDER BY position DESC LIMIT 1`);
  const floor = { position: Number(head.floor), time: Number(head.floor_time) };
  return {
    id: String(head.id),
    ordinal: Number(head.ordinal),
    isOwn: head.own === 1,
    floor,
    end: last ? toRow(last) : floor,
  };
}

function writeHead(connection: SqlConnection, { id, floor, ordinal, isOwn }: StoredHead): void {
  const { position, time } = floor;
  connection.run('DELETE FROM log');
  connection.run(
    'INSERT INTO log VALUES (?, ?, ?, ?, ?)',
    id,
    ordinal,
    Number(isOwn),
    position,
    time,
  );
}

function insert(connection: SqlConnection, rows: readonly ChangeRow[]): void {
  for (const { position, id, kind, time, newest } of rows) {
    connection.run('INSERT INTO changes VALUES (?, ?, ?, ?, ?)', position, id, kind, time, newest);
  }
}

/** Removes what need not be kept any more. Returns the floor then. */
function prune(
  connection: SqlConnection,
  { floor, end }: { readonly floor: LogPlace; readonly end: LogPlace },
  now: number,
): LogPlace {
  const [most, oldest] = [end.position - KEPT_ROWS, now - KEPT_MS];
  // Times ascend with positions: where the first row is kept, all are.
  const [first] = connection.rows(`${SELECT} WHERE position <= ? ORDER BY position LIMIT 1`, most);
  if (!first || toRow(first).time >= oldest) return floor;
  const [last] = connection.rows(
    `${SELECT} WHERE position <= ? AND time < ? ORDER BY position DESC LIMIT 1`,
    most,
    oldest,
  );
  if (!last) return floor;
  const { position, time } = toRow(last);
  connection.run('DELETE FROM changes WHERE position <= ?', position);
  return { position, time };
}
