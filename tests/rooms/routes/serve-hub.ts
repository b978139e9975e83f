import { readConfig } from '../../../sidecar/config/config.ts';
import type { HubClient, PairName } from '../../../sidecar/hub/hub-client.ts';
import type { HubSettings } from '../../../sidecar/hub/hub-settings.ts';
import { createHubAccess } from '../../../sidecar/hub/request.ts';
import type { Acceptance } from '../../../sidecar/hub/store/hub-store.ts';
import type { Intent } from '../../../sidecar/hub/store/rows.ts';
import { startInProcess } from '../../support/in-process.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { BASE_URL } from '../../support/release.ts';

/** A request that is all right. */
export const SUBSCRIBE = {
  'hub.mode': 'subscribe',
  'hub.topic': `${BASE_URL}/feed.xml`,
  'hub.callback': 'https://subscriber.example.com/websub?token=geheim',
} as const;

type Settings = Parameters<typeof createFakeHubClient>[0] &
  Parameters<typeof startInProcess>[1] & { readonly settings?: Partial<HubSettings> };

/** Starts the HTTP side with a hub behind it that only notes what it is asked. */
export async function serveHub(lifetime: Lifetime, { settings, ...rest }: Settings = {}) {
  const { client, ...asked } = createFakeHubClient(rest);
  const access = createHubAccess(client, { ...HUB_SETTINGS, ...settings }, BASE_URL);
  const started = await startInProcess(lifetime, { hub: () => access, ...rest });
  return { ...started, ...asked };
}

/** The default settings of a hub. */
export const HUB_SETTINGS: HubSettings = readConfig({}).hub;

type Answers = Partial<Pick<HubClient, 'status' | 'inspect'>> & {
  readonly accept?: (intent: Intent) => Promise<Acceptance>;
};

/** A hub that only notes what it is asked, and gives these answers. */
export function createFakeHubClient({
  accept = async () => 'accepted',
  status = async () => ({ topics: [], queue: { waiting: 0, notices: 0 } }),
  // What a hub knows of a topic and callback that it has never seen.
  inspect = async () => ({ pending: undefined, active: undefined, ended: undefined, now: 0 }),
}: Answers = {}) {
  const intents: Intent[] = [];
  const inspected: PairName[] = [];
  const client: HubClient = {
    isReady: true,
    accept: (intent) => {
      intents.push(intent);
      return accept(intent);
    },
    status,
    inspect: (pair) => {
      inspected.push(pair);
      return inspect(pair);
    },
  };
  return { client, intents, inspected };
}
