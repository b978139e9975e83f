import assert from 'node:assert/strict';
import { join } from 'node:path';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubStatusDocument, SubscriptionState } from '#artifacts/hub-status.ts';
import { CA_FILE } from '../fixtures/tls/certificates.ts';
import { type Answered, ask } from './ask.ts';
import { saveFiles } from './content-folder.ts';
import type { Lifetime } from './lifetime.ts';
import { BASE_URL } from './release.ts';
import { SAMPLE_CONTENT, sampleReview } from './sample-content.ts';
import { type Service, startService } from './service.ts';
import { waitUntil } from './wait-until.ts';

export const TOPIC_PATHS = ['/feed.xml', '/api/feed.json', '/reviews.json'] as const;
export const TOPICS = TOPIC_PATHS.map((path) => BASE_URL + path);
export const TOPIC = `${BASE_URL}/reviews.json`;
/** The line that the hub logs for each topic that changed. */
export const ANNOUNCED = 'notifying subscribers of a change';

/** Lets the hub reach and trust subscribers on loopback, and try again at once. */
export const LOOPBACK_SUBSCRIBERS = {
  HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: CA_FILE,
  HUB_RETRY_DELAYS_SECONDS: '0.05,0.05',
  // At this level it logs changes without subscribers as well.
  LOG_LEVEL: 'debug',
};

type Fields = Readonly<Record<string, string>>;

/** Changes all topics: gives a review this text. */
export function editReview(contentDir: string, text: string): void {
  saveFiles(contentDir, sampleReview('review-a', '2026-10-03', {}, text));
}

/** A running hub as its subscribers and its editors see it. */
export type LiveHub = Awaited<ReturnType<typeof useHub>>;

/** Starts a service with content of its own, and waits until its hub works. */
export async function startHubService(
  lifetime: Lifetime,
  { contentDir, env }: { readonly contentDir?: string; readonly env?: Fields } = {},
): Promise<LiveHub> {
  const service = await startService(lifetime, {
    until: 'listening',
    content: contentDir ?? SAMPLE_CONTENT,
    env: { ...LOOPBACK_SUBSCRIBERS, ...env },
  });
  return await useHub(service, contentDir);
}

/** Waits until the hub of a service works. `contentDir`: the folder that the service follows. */
export async function useHub(service: Service, contentDir = join(service.folder, 'content')) {
  const { url, log } = service;
  const status = async () => (await readHubStatus(url)) ?? assert.fail('The hub cannot be asked.');
  const when = async (
    what: string,
    isSo: (topic: HubStatusDocument['topics'][number]) => boolean,
  ) => {
    await waitUntil(what, async () => (await status()).topics.every(isSo));
  };
  const verified = () =>
    when('all requests were verified', ({ subscriptions }) => {
      return subscriptions.pendingVerification + subscriptions.pendingRemoval === 0;
    });
  const post = (fields: Fields) => postForm(url, encodeForm(fields));
  await waitUntil('the hub works', () => readHubStatus(url));
  await when('the first release is announced', ({ lastPublished }) => lastPublished !== null);
  return {
    service,
    /** Sends a request with these fields. */
    post,
    /** Subscribes to reviews.json, unless changed. Resolves when the hub has verified it. */
    subscribe: async (callback: string, changes?: Fields) => {
      const fields = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': callback };
      const answered = await post({ ...fields, ...changes });
      assert.equal(answered.status, 202, answered.text);
      await verified();
    },
    status,
    /** Resolves when no request waits for its verification. */
    verified,
    /** The number of active subscriptions of reviews.json. */
    active: async () => {
      const found = (await status()).topics.find(({ topic }) => topic === TOPIC);
      return found?.subscriptions.active ?? 0;
    },
    /** The state of a subscription, as the hub shows it to those who know its callback. */
    lookUp: async (callback: string, topic = TOPIC) => {
      const query = new URLSearchParams({ 'hub.topic': topic, 'hub.callback': callback });
      const headers = { Accept: 'application/json' };
      const { json } = await ask(url, `${HUB_PATH}?${query}`, { headers });
      return SubscriptionState.parse(json());
    },
    /** Edits a review, so that all topics change. Resolves when the hub has announced it. */
    announce: async (text: string) => {
      const before = log.length;
      editReview(contentDir, text);
      await waitUntil('the change is announced', () => {
        const lines = log.slice(before).filter(({ msg }) => msg === ANNOUNCED);
        return TOPICS.every((topic) => lines.some((line) => line.topic === topic));
      });
    },
    /** Resolves when nothing is left to deliver. */
    settled: () => when('all is delivered', ({ undelivered }) => undelivered === 0),
  };
}

export type TopicPath = (typeof TOPIC_PATHS)[number];

export type HubRequest = {
  readonly mode?: 'subscribe' | 'unsubscribe';
  readonly topic: TopicPath;
  readonly callback: string;
  readonly secret?: string;
};

/** Sends a request to the hub of a service. Rejects where no answer comes. */
export function requestOfHub(
  url: string,
  { mode = 'subscribe', topic, callback, secret = '' }: HubRequest,
) {
  const pair = { 'hub.topic': BASE_URL + topic, 'hub.callback': callback };
  return postForm(url, encodeForm({ 'hub.mode': mode, ...pair, 'hub.secret': secret }));
}

/** The status of the hub; undefined while it has none to give. */
export async function readHubStatus(url: string): Promise<HubStatusDocument | undefined> {
  const { status, json } = await ask(url, HUB_PATH, { headers: { Accept: 'application/json' } });
  return status === 200 ? HubStatusDocument.parse(json()) : undefined;
}

/** The number of active subscriptions; undefined while the hub has anything left to do. */
export async function countWhereQuiet(url: string): Promise<number | undefined> {
  const status = await readHubStatus(url);
  // A hub that has no release yet knows no topics.
  if (status?.topics.length !== TOPIC_PATHS.length) return undefined;
  if (status.queue.notices > 0) return undefined;
  let active = 0;
  for (const { undelivered, subscriptions } of status.topics) {
    const { pendingVerification, pendingRemoval } = subscriptions;
    if (undelivered + pendingVerification + pendingRemoval > 0) return undefined;
    active += subscriptions.active;
  }
  return active;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Encodes a form. */
export function encodeForm(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}

/** Posts a form to the hub over a connection of its own. */
export function postForm(url: string, body: string, headers: Fields = {}): Promise<Answered> {
  const fields = { 'Content-Type': FORM_TYPE, ...headers };
  return ask(url, HUB_PATH, { method: 'POST', headers: fields, body });
}
