import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore, Subscription } from '../../sidecar/hub/store/hub-store.ts';
import {
  countOf,
  type Deps,
  formatJson,
  formatTable,
  formatTime,
  isExpired,
  refuseUnknown,
  stateOf,
  topicName,
  topicNamed,
} from './words.ts';

const HEADINGS = ['Topic', 'Callback', 'State', 'Lease ends (UTC)', 'Acknowledged (UTC)'];

export async function listSubscriptions(
  store: HubStore,
  { isJson }: { readonly isJson: boolean },
  world: Deps,
): Promise<void> {
  const now = await store.now();
  const subscriptions = (await store.listSubscriptions({})).toSorted(compare);
  if (isJson) {
    world.print(formatJson(subscriptions, now));
    return;
  }
  const rows = subscriptions.map((one) => [
    topicName(one.topic, world.baseUrl),
    one.callback,
    stateOf(one, now),
    formatTime(one.expiresAt),
    formatTime(one.acknowledgedAt),
  ]);
  if (rows.length > 0) world.print(formatTable([HEADINGS, ...rows], world));
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

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = DAY_MS / 24;
const MINUTE_MS = HOUR_MS / 60;

/** Prints all that is known of the subscriptions of one callback, but for their secrets. */
export async function showCallback(
  store: HubStore,
  { callback, isJson }: { readonly callback: string; readonly isJson: boolean },
  { print, baseUrl }: Deps,
): Promise<void> {
  const now = await store.now();
  const subscriptions = await store.listSubscriptions({ callback });
  if (subscriptions.length === 0) throw await refuseUnknown(store, { callback }, baseUrl);
  if (isJson) {
    print(formatJson(subscriptions, now));
    return;
  }
  print(callback);
  for (const subscription of subscriptions) {
    print(`\n  ${topicName(subscription.topic, baseUrl)}`);
    for (const sentence of describe(subscription, now)) print(`    ${sentence}`);
  }
}

function describe(subscription: Subscription, now: number): string[] {
  const { secret, subscribedAt, expiresAt, acknowledgedAt, failures, attempts } = subscription;
  const over = isExpired(subscription, now);
  return [
    `Subscribed or renewed on ${formatTime(subscribedAt)} UTC.`,
    over
      ? `The lease ended on ${formatTime(expiresAt)} UTC; nothing is sent any more.`
      : `The lease ends on ${formatTime(expiresAt)} UTC, in ${describeSpan(expiresAt - now)}.`,
    secret === undefined
      ? 'Notifications are not signed: it gave no secret.'
      : 'Notifications are signed: it gave a secret.',
    acknowledgedAt === undefined
      ? 'It has acknowledged no notification yet.'
      : `It acknowledged a notification last on ${formatTime(acknowledgedAt)} UTC.`,
    ...(failures > 0
      ? [
          `${countOf(failures, 'notification')} in a row failed; the subscription ends with ${MAX_FAILURES}.`,
        ]
      : []),
    ...(attempts > 0 && !over
      ? [
          `The notification under way failed ${countOf(attempts, 'time')}; it is tried again on ${formatTime(subscription.readyAt)} UTC or later.`,
        ]
      : []),
  ];
}

function describeSpan(ms: number): string {
  if (ms >= 2 * DAY_MS) return countOf(Math.floor(ms / DAY_MS), 'day');
  if (ms >= 2 * HOUR_MS) return countOf(Math.floor(ms / HOUR_MS), 'hour');
  return countOf(Math.ceil(ms / MINUTE_MS), 'minute');
}

/** Removes the subscriptions of a callback, or the one to a topic, and prints which they were. */
export async function removeCallback(
  store: HubStore,
  { callback, topic }: { readonly callback: string; readonly topic: string | undefined },
  { print, baseUrl }: Deps,
): Promise<void> {
  const filter = { callback, ...(topic !== undefined && { topic: topicNamed(topic, baseUrl) }) };
  const found = await store.listSubscriptions(filter);
  const removed = await store.removeSubscriptions(filter);
  if (removed === 0) throw await refuseUnknown(store, filter, baseUrl);
  for (const one of found) print(`Removed the subscription to ${topicName(one.topic, baseUrl)}.`);
  const waiting = removed - found.length;
  if (waiting > 0) print(`Removed ${countOf(waiting, 'request')} that had yet to be verified.`);
  print('The subscriber was not told, and may subscribe again.');
}
