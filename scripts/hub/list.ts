import type { Active, Pending } from '../../sidecar/hub/store/rows.ts';
import type { Outcome } from '../command.ts';
import type { Hub, HubCall } from './hub.ts';
import {
  countOf,
  faultName,
  formatTable,
  formatTime,
  stateWords,
  toJson,
  topicName,
} from './words.ts';

/** Times are in UTC. The callback is last, as it may be long. */
const HEADINGS = ['ID', 'State', 'Topic', 'Lease ends', 'Acknowledged', 'Last failure', 'Callback'];

/** Lists subscriptions and requests with their counts, or the blocked hosts. */
export async function listRows(hub: Hub, { flags }: HubCall): Promise<Outcome> {
  if (flags.blocked) return listBlocked(hub);
  const rows = (await hub.store.list()).filter((row) => row.state !== 'ended');
  const active = rows.filter((row) => row.state === 'active');
  const due = active.filter((row) => row.acknowledged !== row.offered).length;
  const subscriptions = `${countOf(active.length, 'subscription')}, ${due} of them not up to date`;
  const requests = `${countOf(rows.length - active.length, 'request')} to be verified`;
  const counts = `${subscriptions}; ${requests}; times are in UTC`;
  const table = formatTable([HEADINGS, ...rows.map((row) => describeRow(row, hub))]);
  return { lines: rows.length === 0 ? [counts] : [...table, counts], data: rows.map(toJson) };
}

function describeRow(row: Pending | Active, { now, baseUrl }: Hub): string[] {
  const { id, topic, failedAt, fault, callback } = row;
  const last =
    failedAt === undefined || !fault ? '' : `${formatTime(failedAt)} ${faultName(fault)}`;
  const { expiresAt = 0, acknowledgedAt = 0 } = row.state === 'active' ? row : {};
  const times = [expiresAt, acknowledgedAt].map((at) => (at === 0 ? '' : formatTime(at)));
  return [`${id}`, stateWords(row, now), topicName(topic, baseUrl), ...times, last, callback];
}

async function listBlocked({ store }: Hub): Promise<Outcome> {
  const blocked = await store.listBlocked();
  const rows = blocked.map(({ host, blockedAt }) => [host, `since ${formatTime(blockedAt)} UTC`]);
  return {
    lines: [...formatTable(rows), `${countOf(blocked.length, 'host')} blocked`],
    data: blocked.map(toJson),
  };
}
