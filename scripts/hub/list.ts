import type { Active, Pending } from '../../sidecar/hub/store/rows.ts';
import type { Outcome } from '../command.ts';
import { countOf, formatTable } from '../printed-text.ts';
import type { HubCall } from './hub.ts';
import { formatTime, stateWords, toJson, topicName } from './row-words.ts';

/** Times are in UTC. The callback is last, as it may be long. */
const HEADINGS = ['ID', 'State', 'Topic', 'Lease ends', 'Acknowledged', 'Last failure', 'Callback'];

/** Lists subscriptions and requests with their counts, or the blocked hosts. */
export async function listRows(call: HubCall): Promise<Outcome> {
  if (call.flags.blocked) return listBlocked(call);
  const rows = (await call.store.list()).filter((row) => row.state !== 'ended');
  const active = rows.filter((row) => row.state === 'active');
  const due = active.filter((row) => row.acknowledged !== row.offered).length;
  const subscriptions = `${countOf(active.length, 'subscription')}, ${due} of them not up to date`;
  const requests = `${countOf(rows.length - active.length, 'request')} to be verified`;
  const counts = `${subscriptions}; ${requests}; times are in UTC`;
  const table = formatTable([HEADINGS, ...rows.map((row) => cellsOf(row, call))]);
  return { lines: rows.length === 0 ? [counts] : [...table, counts], data: rows.map(toJson) };
}

function cellsOf(row: Pending | Active, { now, baseUrl }: HubCall): string[] {
  const { id, topic, failedAt, fault, callback } = row;
  const { kind, status, code } = fault ?? {};
  const { expiresAt, acknowledgedAt } = row.state === 'active' ? row : {};
  return [
    ...[`${id}`, stateWords(row, now), topicName(topic, baseUrl)],
    ...[formatTime(expiresAt), formatTime(acknowledgedAt)],
    [formatTime(failedAt), ...(status === undefined ? [kind, code] : [status])].join(' ').trim(),
    callback,
  ];
}

async function listBlocked({ store }: HubCall): Promise<Outcome> {
  const blocked = await store.listBlocked();
  const rows = blocked.map(({ host, blockedAt }) => [host, `since ${formatTime(blockedAt)} UTC`]);
  return {
    lines: [...formatTable(rows), `${countOf(blocked.length, 'host')} blocked`],
    data: blocked.map(toJson),
  };
}
