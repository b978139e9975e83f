import { explainFault } from '#artifacts/hub-reasons.ts';
import type { Fault } from '../../sidecar/hub/callback/fault.ts';
import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type { BlockedHost, Row } from '../../sidecar/hub/store/rows.ts';

/** Returns a topic as people see it: by its path if it is one of ours. */
export function topicName(topic: string, baseUrl: string): string {
  return topic.startsWith(`${baseUrl}/`) ? topic.slice(baseUrl.length) : topic;
}

/** Returns the state of a row, such as "active" or "failing 2 of 3". */
export function stateWords(row: Row, now: number): string {
  if (row.state !== 'active') return row.state;
  if (row.expiresAt <= now) return 'expired';
  const hasFailed = row.attempts + row.failures > 0;
  return hasFailed ? `failing ${row.failures} of ${MAX_FAILURES}` : 'active';
}

/** Returns a time in UTC, to the minute; '' if it is unknown. */
export function formatTime(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** Returns a fault as a clause with the system's name for it, and a sentence with the remedy. */
export function faultWords(fault: Fault): string {
  const { message, advice } = explainFault(fault);
  return `${message}${fault.code === undefined ? '' : ` (${fault.code})`}. ${advice}`;
}

/** Returns a row for programs: times in ISO 8601, null for unknown values, and never a secret. */
export function toJson(row: Row | BlockedHost): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'secret') return [['hasSecret', value !== undefined]];
      if (typeof value === 'object') return [[name, { ...value, ...explainFault(value) }]];
      const isTime = typeof value === 'number' && name.endsWith('At');
      return [[name, isTime ? new Date(value).toISOString() : (value ?? null)]];
    }),
  );
}
