import type { HubContent, HubStore } from '../../sidecar/hub/store/hub-store.ts';
import type { Surroundings } from './surroundings.ts';

/** Adds what was exported to a store, and prints how much was new there. */
export async function importHub(
  store: HubStore,
  content: HubContent,
  { print }: Pick<Surroundings, 'print'>,
): Promise<void> {
  const { added, kept } = await store.importAll(content);
  print(`Subscriptions and requests: ${added} added, ${kept} kept as they were there already.`);
}
