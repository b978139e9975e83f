import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore, Subscription } from '../../sidecar/hub/store/hub-store.ts';
import { countOf, formatTime, isExpired, toJson, topicName } from './subscription-words.ts';
import type { Surroundings } from './surroundings.ts';
import { refuseUnknown } from './unknown-callback.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = DAY_MS / 24;
const MINUTE_MS = HOUR_MS / 60;

/** Prints all that is known of the subscriptions of one callback, but for their secrets. */
export async function showCallback(
  store: HubStore,
  { callback, isJson }: { readonly callback: string; readonly isJson: boolean },
  { print, baseUrl }: Surroundings,
): Promise<void> {
  const now = await store.now();
  const subscriptions = await store.listSubscriptions({ callback });
  if (subscriptions.length === 0) throw await refuseUnknown(store, { callback }, baseUrl);
  if (isJson) {
    print(
      JSON.stringify(
        subscriptions.map((one) => toJson(one, now)),
        null,
        2,
      ),
    );
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
