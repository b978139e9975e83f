import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import { BASE_URL } from './release.ts';
import { TOPIC_PATHS } from './websub-hub.ts';

export type TopicPath = (typeof TOPIC_PATHS)[number];

/** Nothing that is asked of a hub takes this long. */
const PATIENCE_MS = 20_000;

export type HubRequest = {
  readonly mode?: 'subscribe' | 'unsubscribe';
  readonly topic: TopicPath;
  readonly callback: string;
  readonly secret?: string;
};

/** Asks a service's hub for something. Rejects where no answer comes. */
export function requestOfHub(
  url: string,
  { mode = 'subscribe', topic, callback, secret = '' }: HubRequest,
): Promise<Response> {
  const form = new URLSearchParams({
    'hub.mode': mode,
    'hub.topic': BASE_URL + topic,
    'hub.callback': callback,
    'hub.secret': secret,
  });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return fetch(url + HUB_PATH, { method: 'POST', body: form, signal });
}

/** What the hub says of itself; undefined while it cannot. */
export async function readHubStatus(url: string): Promise<HubStatusDocument | undefined> {
  const headers = { accept: 'application/json' };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(url + HUB_PATH, { headers, signal });
  const text = await response.text();
  return response.ok ? HubStatusDocument.parse(JSON.parse(text)) : undefined;
}

/** How many subscriptions are active, where the hub has nothing left to do; else undefined. */
export async function countWhereQuiet(url: string): Promise<number | undefined> {
  const status = await readHubStatus(url);
  // A hub that has not been told of a release yet knows no topics.
  if (status?.topics.length !== TOPIC_PATHS.length) return undefined;
  const isQuiet = status.topics.every(({ undelivered, subscriptions }) => {
    const { pendingVerification, pendingRemoval } = subscriptions;
    return undelivered + pendingVerification + pendingRemoval === 0;
  });
  if (!isQuiet) return undefined;
  return status.topics.reduce((sum, { subscriptions }) => sum + subscriptions.active, 0);
}
