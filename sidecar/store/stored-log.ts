import { CHANGE_KINDS, type ChangeRow } from '#search/changes/change-log.ts';
import type { KeptLog } from '#search/changes/kept-log.ts';
import type { SqlConnection } from './store-disk.ts';

/**
 * Writes the change log that ends with a release: of one that goes on, new rows alone. Call it in the
 * transaction that writes the release.
 */
export function writeLog(connection: SqlConnection, log: KeptLog): void {
  const { id, ordinal, floor, rows } = log;
  const end = endOf(connection, id);
  // Times differ where a log was restored from a backup, and went on in another way.
  const isSame = ({ position, time }: Pick<ChangeRow, 'position' | 'time'>) =>
    position === end?.position && time === end.time;
  const goesOn = rows.some(isSame);
  connection.run('DELETE FROM changes WHERE position <= ?', goesOn ? floor.position : END);
  for (const row of rows) {
    if (goesOn && row.position <= (end?.position ?? 0)) continue;
    const { position, kind, time, newest } = row;
    connection.run(
      'INSERT INTO changes VALUES (?, ?, ?, ?, ?)',
      position,
      row.id,
      kind,
      time,
      newest,
    );
  }
  connection.run('DELETE FROM log');
  const { position, time } = floor;
  connection.run('INSERT INTO log VALUES (?, ?, 1, ?, ?)', id, ordinal, position, time);
}

const END = Number.MAX_SAFE_INTEGER;
const SELECT = 'SELECT position, id, kind, time, newest FROM changes ORDER BY position';

/** The newest row of the log with an id, or its floor; undefined where another one is stored. */
function endOf(connection: SqlConnection, id: string) {
  const head = readHead(connection);
  if (head?.id !== id) return undefined;
  const [last] = connection.rows(`${SELECT} DESC LIMIT 1`);
  return last ? toRow(last) : head.floor;
}

/** The stored change log; undefined where there is none yet. */
export function readLog(connection: SqlConnection): KeptLog | undefined {
  const head = readHead(connection);
  return head && { ...head, rows: connection.rows(SELECT).map(toRow) };
}

function readHead(connection: SqlConnection): Omit<KeptLog, 'rows'> | undefined {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'log'";
  if (connection.rows(table).length === 0) return undefined;
  const [head] = connection.rows('SELECT id, ordinal, floor, floor_time FROM log');
  if (!head) return undefined;
  const floor = { position: Number(head.floor), time: Number(head.floor_time) };
  return { id: String(head.id), ordinal: Number(head.ordinal), floor };
}

function toRow({ position, id, kind, time, newest }: Readonly<Record<string, unknown>>): ChangeRow {
  return {
    position: Number(position),
    id: String(id),
    kind: CHANGE_KINDS.find((known) => known === kind) ?? 'edited',
    time: Number(time),
    newest: String(newest),
  };
}
