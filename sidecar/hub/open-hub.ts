import { type Clock, systemClock } from './clock.ts';
import type { Hub } from './hub.ts';
import { createSharedClock } from './shared-clock.ts';
import { type HubStore, StoreUnusableError } from './store/hub-store.ts';
import { openStore, type StorePlace } from './store/open-store.ts';
import type { StoreFaults } from './store-faults.ts';
import { Turns } from './turns.ts';

/** As far as it came until then. */
export type Opened = {
  readonly store: HubStore | undefined;
  readonly hub: Hub | undefined;
};

/**
 * Opens the store and starts the hub over it, as often as it takes; where somebody has to look at
 * the store first, once. Resolves when the hub works, or the signal aborts.
 */
export async function openHub(
  place: StorePlace,
  createHub: (store: HubStore, clock: Clock) => Hub,
  faults: StoreFaults,
  signal: AbortSignal,
): Promise<Opened> {
  let store: HubStore | undefined;
  let clock: Clock | undefined;
  let hub: Hub | undefined;
  const over = Promise.withResolvers<void>();
  const take = async () => {
    try {
      store ??= await openStore(place);
      clock ??= store.isExclusive ? systemClock : await createSharedClock(store, systemClock);
      hub ??= createHub(store, clock);
      await hub.start();
      over.resolve();
    } catch (error) {
      if (!(error instanceof StoreUnusableError)) throw error;
      faults.giveUp(error);
    }
    return undefined;
  };
  const opening = new Turns({ clock: systemClock, faults, take });
  signal.addEventListener('abort', () => over.resolve());
  if (!signal.aborted) {
    opening.wake();
    await over.promise;
  }
  await opening.stop();
  return { store, hub };
}
