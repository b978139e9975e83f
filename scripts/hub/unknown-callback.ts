import { didYouMean } from '#dataset/nearest-name.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { HubRefusal } from './hub-refusal.ts';
import { topicName } from './subscription-words.ts';

/** So many callbacks are compared with one that is misspelt: each takes some microseconds. */
const MOST_COMPARED = 10_000;

/** Says that nothing is subscribed, and what may have been meant. */
export async function refuseUnknown(
  store: HubStore,
  { callback, topic }: { readonly callback: string; readonly topic?: string | undefined },
  baseUrl: string,
): Promise<HubRefusal> {
  const own = await store.listSubscriptions({ callback });
  if (topic !== undefined && own.length > 0) {
    const topics = own.map((one) => topicName(one.topic, baseUrl)).join(', ');
    return new HubRefusal(
      `${callback} is not subscribed to ${topicName(topic, baseUrl)}, but to ${topics}.`,
    );
  }
  const known = new Set((await store.listSubscriptions({})).map((one) => one.callback));
  const hint = didYouMean(callback, [...known].slice(0, MOST_COMPARED));
  return new HubRefusal(`${callback} has no subscription${hint}; list shows all.`);
}
