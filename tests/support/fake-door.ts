import { TOPICS } from '#artifacts/catalog.ts';
import { readConfig } from '../../sidecar/config/config.ts';
import type { HubDoor, HubStatus } from '../../sidecar/hub/hub-door.ts';
import type { HubSettings } from '../../sidecar/hub/hub-settings.ts';
import type { Acceptance, Intent } from '../../sidecar/hub/store/hub-store.ts';
import { BASE_URL } from './release.ts';

/** The settings of a hub that nobody has configured. */
export const HUB_SETTINGS: HubSettings = readConfig({}).hub;

/** A hub that has done nothing yet. */
export const IDLE_STATUS: HubStatus = {
  topics: TOPICS.map(({ path }) => ({
    topic: BASE_URL + path,
    lastPublished: null,
    subscriptions: { active: 0, pendingVerification: 0, pendingRemoval: 0, expired: 0 },
    undelivered: 0,
  })),
  isPaused: false,
};

/** A hub that only notes what it is asked, and answers as it is told. */
export function createFakeDoor({
  accept = async () => 'accepted',
  status = async () => IDLE_STATUS,
}: {
  readonly accept?: (intent: Intent) => Promise<Acceptance>;
  readonly status?: () => Promise<HubStatus>;
} = {}): { readonly door: HubDoor; readonly intents: readonly Intent[] } {
  const intents: Intent[] = [];
  const door: HubDoor = {
    isReady: true,
    accept: (intent) => {
      intents.push(intent);
      return accept(intent);
    },
    status,
  };
  return { door, intents };
}
