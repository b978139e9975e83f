import type { Subscriber } from './subscriber.ts';
import { TOPIC } from './websub-hub.ts';

/** Makes requests that are all right but for the changes, each with a callback of its own. */
export function createFields(subscriber: Subscriber) {
  let paths = 0;
  return (changes: Readonly<Record<string, string>> = {}) => ({
    'hub.callback': subscriber.callback(`/${paths++}`),
    'hub.mode': 'subscribe',
    'hub.topic': TOPIC,
    ...changes,
  });
}
