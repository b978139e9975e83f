import { HUB_PATH, TOPICS } from '#artifacts/catalog.ts';
import { parseCallback } from '../callback/callback-url.ts';
import { createAddressJudge } from '../callback/judge-address.ts';
import type { HubClient } from '../hub-client.ts';
import type { HubSettings } from '../hub-settings.ts';
import type { IntentRules } from './request.ts';

/** A hub that can be asked, with what requests are held against. */
export type HubAccess = {
  readonly client: HubClient;
  readonly settings: HubSettings;
  /** The public URL of the hub. */
  readonly url: string;
  readonly rules: IntentRules;
};

/** Puts a hub behind its public origin. */
export function createHubAccess(
  client: HubClient,
  settings: HubSettings,
  baseUrl: string,
): HubAccess {
  const isAllowed = createAddressJudge(settings.allowedCidrs);
  const ports = settings.callbackPorts;
  return {
    client,
    settings,
    url: baseUrl + HUB_PATH,
    rules: {
      topics: TOPICS.map(({ path }) => baseUrl + path),
      lease: settings.lease,
      parseCallback: (text) => parseCallback(text, { ports, isAllowed }),
    },
  };
}
