import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { type Subscriber, startSubscriber } from './subscriber.ts';

/**
 * Starts subscribers for the tests of a file, each on an address of its own. They behave well again
 * after their test and stay to the end of the file, so that the hub need not find out that they are
 * gone while other tests wait for it.
 */
export function createStart(file: Lifetime): (test: Lifetime) => Promise<Subscriber> {
  const stops: (() => void | Promise<void>)[] = [];
  const stay = { after: (stop: () => void | Promise<void>) => void stops.push(stop) };
  atEnd(file, async () => {
    for (const stop of stops) await stop();
  });
  let addresses = 1;
  return async (test) => {
    const subscriber = await startSubscriber(stay, { address: `127.0.0.${++addresses}` });
    atEnd(test, () => subscriber.behave(() => undefined));
    return subscriber;
  };
}
