import assert from 'node:assert/strict';
import { join } from 'node:path';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import { ask } from './ask.ts';
import { saveFiles } from './edit-content.ts';
import type { Lifetime } from './lifetime.ts';
import { BASE_URL } from './release.ts';
import { SAMPLE_CONTENT, sampleReview } from './sample-content.ts';
import { encodeForm, postForm } from './serve-hub.ts';
import { type Service, startListening, startService } from './service.ts';
import type { Subscriber } from './subscriber.ts';
import { CA_FILE } from './tls.ts';
import { waitUntil } from './wait-until.ts';

export const HUB_URL = BASE_URL + HUB_PATH;
export const TOPIC_PATHS = ['/feed.xml', '/api/feed.json', '/reviews.json'] as const;
export const TOPICS = TOPIC_PATHS.map((path) => BASE_URL + path);
export const TOPIC = `${BASE_URL}/reviews.json`;
/** What the hub logs for each topic that changed. */
export const TOLD = 'subscribers are told of a change';

/** Subscribers on loopback are reached and trusted; what fails is tried again at once. */
export const LOOPBACK_SUBSCRIBERS = {
  HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: CA_FILE,
  HUB_RETRY_DELAYS_SECONDS: '0.05,0.05',
};

type Fields = Readonly<Record<string, string>>;
export type TopicStatus = HubStatusDocument['topics'][number];

/** A running hub as its subscribers and its editors see it. */
export type LiveHub = {
  readonly service: Service;
  /** Sends a request and its fields as they are. */
  readonly post: (fields: Fields | string) => ReturnType<typeof postForm>;
  /** Asks for a subscription of reviews.json, unless changed, and resolves when it was verified. */
  readonly subscribe: (callback: string, changes?: Fields) => Promise<void>;
  /** The same for its end. */
  readonly unsubscribe: (callback: string, changes?: Fields) => Promise<void>;
  readonly status: () => Promise<HubStatusDocument>;
  /** Resolves when no request waits for its verification. */
  readonly verified: () => Promise<void>;
  /** Active subscriptions of a topic. */
  readonly active: (topic?: string) => Promise<number>;
  /** Edits a review, so that all topics change; resolves when the hub has announced it. */
  readonly announce: (text: string) => Promise<void>;
  /** Resolves when nothing is left to deliver. */
  readonly settled: () => Promise<void>;
};

/** What a hub is started with, in place of the usual. */
export type LiveSettings = {
  readonly contentDir?: string;
  readonly env?: Fields;
};

/** Starts a service with content of its own, and waits until its hub works. */
export async function startHubService(
  lifetime: Lifetime,
  { contentDir, env }: LiveSettings = {},
): Promise<LiveHub> {
  const service = await startListening(lifetime, {
    content: contentDir ?? SAMPLE_CONTENT,
    env: { ...LOOPBACK_SUBSCRIBERS, ...env },
  });
  return await useHub(service, contentDir);
}

/** Starts the service with its demonstration content and pages, which nobody edits. */
export async function startHubDemonstration(lifetime: Lifetime, env: Fields = {}) {
  return await useHub(await startService(lifetime, { env: { ...LOOPBACK_SUBSCRIBERS, ...env } }));
}

/** Waits until the hub of a service works, whose content is in a folder. */
export async function useHub(
  service: Service,
  contentDir = join(service.folder, 'content'),
): Promise<LiveHub> {
  const { url, log } = service;
  const status = async () => {
    const answered = await ask(url, HUB_PATH);
    assert.equal(answered.status, 200, answered.text);
    return HubStatusDocument.parse(answered.json());
  };
  const when = (what: string, isSo: (topic: TopicStatus) => boolean) =>
    waitUntil(what, async () => (await status()).topics.every(isSo)).then(() => {});
  const verified = () =>
    when('all requests were verified', ({ subscriptions }) => {
      return subscriptions.pendingVerification + subscriptions.pendingRemoval === 0;
    });
  const post = (fields: Fields | string) =>
    postForm(url, typeof fields === 'string' ? fields : encodeForm(fields));
  const request = (mode: string) => async (callback: string, changes?: Fields) => {
    const answered = await post({
      'hub.mode': mode,
      'hub.topic': TOPIC,
      'hub.callback': callback,
      ...changes,
    });
    assert.equal(answered.status, 202, answered.text);
    await verified();
  };
  await waitUntil('the hub works', async () => (await ask(url, HUB_PATH)).status === 200);
  await when('the first release is announced', ({ lastPublished }) => lastPublished !== null);
  return {
    service,
    post,
    subscribe: request('subscribe'),
    unsubscribe: request('unsubscribe'),
    status,
    verified,
    active: async (topic = TOPIC) => {
      const found = (await status()).topics.find((one) => one.topic === topic);
      return found?.subscriptions.active ?? 0;
    },
    announce: async (text) => {
      const before = log.length;
      saveFiles(contentDir, sampleReview('review-a', '2026-10-03', {}, text));
      await toldOf(service, TOPICS, before);
    },
    settled: () => when('all is delivered', ({ undelivered }) => undelivered === 0),
  };
}

/** Resolves when the hub has said of all these topics that they changed, after so many lines. */
export async function toldOf({ log }: Service, topics: readonly string[], from: number) {
  await waitUntil('the change is announced', () => {
    const told = log.slice(from).filter(({ msg }) => msg === TOLD);
    return topics.every((topic) => told.some((line) => line.topic === topic));
  });
}

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
