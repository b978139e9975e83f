import type { HubStore, Subscription } from '../../sidecar/hub/store/hub-store.ts';
import { formatTable } from './format-table.ts';
import {
  countOf,
  formatTime,
  isExpired,
  stateOf,
  toJson,
  topicName,
} from './subscription-words.ts';
import type { Surroundings } from './surroundings.ts';

const HEADINGS = ['Topic', 'Callback', 'State', 'Lease ends (UTC)', 'Acknowledged (UTC)'];
/** Where the columns of the table are that can be cut, and that has colours. */
const COLUMNS = { cut: 1, state: 2 };

/** Prints all subscriptions: a table for people, one document for programs. */
export async function listSubscriptions(
  store: HubStore,
  { isJson }: { readonly isJson: boolean },
  world: Surroundings,
): Promise<void> {
  const now = await store.now();
  const subscriptions = (await store.listSubscriptions({})).toSorted(compare);
  if (isJson) {
    world.print(
      JSON.stringify(
        subscriptions.map((one) => toJson(one, now)),
        null,
        2,
      ),
    );
    return;
  }
  const rows = subscriptions.map((one) => [
    topicName(one.topic, world.baseUrl),
    one.callback,
    stateOf(one, now),
    formatTime(one.expiresAt),
    formatTime(one.acknowledgedAt),
  ]);
  if (rows.length > 0) world.print(formatTable([HEADINGS, ...rows], COLUMNS, world));
  world.print(await summarise(store, subscriptions, now));
}

function compare(a: Subscription, b: Subscription): number {
  return order(a.topic, b.topic) || order(a.callback, b.callback);
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function summarise(
  store: HubStore,
  subscriptions: readonly Subscription[],
  now: number,
): Promise<string> {
  const expired = subscriptions.filter((one) => isExpired(one, now)).length;
  const failing = subscriptions.filter((one) => one.failures > 0 && !isExpired(one, now)).length;
  const counts = await store.count(now);
  const waiting = counts.reduce(
    (sum, { pendingVerification, pendingRemoval }) => sum + pendingVerification + pendingRemoval,
    0,
  );
  const due = counts.reduce((sum, one) => sum + one.due, 0);
  return [
    `${countOf(subscriptions.length, 'subscription')}: ${subscriptions.length - expired} active (${failing} failing), ${expired} expired`,
    `${countOf(due, 'delivery', 'deliveries')} due`,
    `${countOf(waiting, 'request')} to be verified`,
  ].join('; ');
}
