import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { countOf, topicName, topicNamed } from './subscription-words.ts';
import type { Surroundings } from './surroundings.ts';
import { refuseUnknown } from './unknown-callback.ts';

/** Removes the subscriptions of a callback, or the one to a topic, and prints which they were. */
export async function removeCallback(
  store: HubStore,
  { callback, topic }: { readonly callback: string; readonly topic: string | undefined },
  { print, baseUrl }: Surroundings,
): Promise<void> {
  const filter = {
    callback,
    ...(topic !== undefined && { topic: topicNamed(topic, baseUrl) }),
  };
  const found = await store.listSubscriptions(filter);
  const removed = await store.removeSubscriptions(filter);
  if (removed === 0) throw await refuseUnknown(store, filter, baseUrl);
  for (const one of found) print(`Removed the subscription to ${topicName(one.topic, baseUrl)}.`);
  const waiting = removed - found.length;
  if (waiting > 0) print(`Removed ${countOf(waiting, 'request')} that had yet to be verified.`);
  print('The subscriber was not told, and may subscribe again.');
}
