import { explainFault } from '#artifacts/hub-reasons.ts';
import type { Fault } from '../../sidecar/hub/callback/fault.ts';
import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type { BlockedHost, Row } from '../../sidecar/hub/store/rows.ts';

/** A topic as people see it: by its path, where it is one of ours. */
export function topicName(topic: string, baseUrl: string): string {
  return topic.startsWith(`${baseUrl}/`) ? topic.slice(baseUrl.length) : topic;
}

/** The state of a row, such as "active" or "failing 2 of 3". */
export function stateWords(row: Row, now: number): string {
  if (row.state !== 'active') return row.state;
  if (row.expiresAt <= now) return 'expired';
  const hasFailed = row.attempts + row.failures > 0;
  return hasFailed ? `failing ${row.failures} of ${MAX_FAILURES}` : 'active';
}

/** In UTC, to the minute. */
export function formatTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** A fault in a word or two, for a column. */
export function faultName({ kind, status, code = '' }: Fault): string {
  return status === undefined ? `${kind} ${code}`.trim() : String(status);
}

/** A fault in a clause with the name of the system for it, and a sentence on what to do about it. */
export function faultWords(fault: Fault): string {
  const { message, advice } = explainFault(fault);
  return `${message}${fault.code === undefined ? '' : ` (${fault.code})`}. ${advice}`;
}

/** A row for programs: times in ISO 8601, null where nothing is known, and never a secret. */
export function toJson(row: Row | BlockedHost): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'verifyToken') return [];
      if (name === 'secret') return [['hasSecret', value !== undefined]];
      if (typeof value === 'object') return [[name, { ...value, ...explainFault(value) }]];
      const isTime = typeof value === 'number' && name.endsWith('At');
      return [[name, isTime ? new Date(value).toISOString() : (value ?? null)]];
    }),
  );
}

/** Such as "1 request" or "2,000 requests". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}

/** Aligns the columns of rows. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const align = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join('  ').trimEnd());
}
