import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ask } from './ask.ts';
import { saveFiles } from './edit-content.ts';
import { readHealth } from './read-health.ts';
import { sampleReview } from './sample-content.ts';
import { type Received, type Subscriber, startSubscriber } from './subscriber.ts';
import { waitUntil } from './wait-until.ts';
import type { LiveHub } from './websub-hub.ts';
import { countWhereQuiet, type HubRequest, requestOfHub } from './websub-hub.ts';

/** So many requests to subscribe are made at a time. */
const AT_A_TIME = 20;

/** Makes all topics change: a review says this. */
export function editReview(contentDir: string, text: string): void {
  saveFiles(contentDir, sampleReview('review-a', '2026-10-03', {}, text));
}

/** Subscribes to reviews.json with so many callbacks, at the services in turns. */
export async function subscribeMany(
  urls: readonly string[],
  subscriber: Subscriber,
  count: number,
  prefix = '/callback',
): Promise<readonly string[]> {
  const paths = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  for (let from = 0; from < count; from += AT_A_TIME) {
    const some = paths.slice(from, from + AT_A_TIME).map(async (path, index) => {
      const url = urls[index % urls.length] ?? '';
      const request: HubRequest = { topic: '/reviews.json', callback: subscriber.callback(path) };
      assert.equal((await requestOfHub(url, request)).status, 202);
    });
    await Promise.all(some);
  }
  return paths;
}

/** How often each callback was told of a text. */
export function timesTold({ deliveries }: Subscriber, text: string): ReadonlyMap<string, number> {
  const told = deliveries.filter(({ body }) => body.includes(text));
  const byPath = Map.groupBy(told, ({ url }: Received) => url);
  return new Map([...byPath].map(([path, { length }]) => [path, length]));
}

/** Resolves when all of these callbacks were told of a text. */
export async function allTold(
  subscriber: Subscriber,
  paths: readonly string[],
  text: string,
  mostMs?: number,
): Promise<void> {
  let seen = -1;
  const isTold = () => {
    // Bodies are read again only where there are more of them.
    if (subscriber.received.length === seen) return false;
    seen = subscriber.received.length;
    const times = timesTold(subscriber, text);
    return paths.every((path) => times.has(path));
  };
  await waitUntil(`all are told of "${text}"`, isTold, mostMs);
}

/** Resolves when a service serves reviews with a text. */
export async function servesText(url: string, text: string): Promise<void> {
  await waitUntil(`"${text}" is served`, async () => {
    return (await ask(url, '/reviews.json')).text.includes(text);
  });
}

const SUBSCRIPTIONS = 100;
/** When so many were told the store goes away. */
const TOLD_BEFORE = 40;
const AWAY_MS = 5_000;
const LATE = '/late';

/** How a hub's store goes away, and comes back. */
export type Outage = {
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** How /healthz tells it. */
  readonly code: string;
};

/** What a hub is started with whose store goes away. */
export const OUTAGE_ENV = {
  HUB_CONCURRENCY: '10',
  HUB_CONCURRENCY_PER_HOST: '10',
  HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
  HUB_TIMEOUT_SECONDS: '5',
};
/** A claim whose answer was lost ends 2 × (5 + 7 s) later. */
const CLAIM_MS = 40_000;

/** Takes a hub's store away in mid fan-out, and gives it back: nothing is lost or told twice. */
export async function assertSurvivesOutage(
  t: TestContext,
  { service }: LiveHub,
  outage: Outage,
): Promise<void> {
  const { url } = service;
  const contentDir = join(service.folder, 'content');
  const subscriber = await startSubscriber(t);
  const paths = await subscribeMany([url], subscriber, SUBSCRIPTIONS);
  const quiet = async (count: number) => {
    await waitUntil(`quiet with ${count}`, async () => (await countWhereQuiet(url)) === count);
  };
  await quiet(SUBSCRIPTIONS);
  await service.logged('serving');
  const held: (() => void)[] = [];
  let isHeld = true;
  let answered = 0;
  subscriber.behave(({ method }) => {
    if (method !== 'POST' || !isHeld || ++answered <= TOLD_BEFORE) return undefined;
    return new Promise((resolve) => held.push(() => resolve(undefined)));
  });
  editReview(contentDir, 'Before it went.');
  await waitUntil('it is in the middle', () => held.length > 0);

  await outage.begin();
  const began = performance.now();
  editReview(contentDir, 'While it was away.');
  await servesText(url, 'While it was away.');
  // What is acknowledged here can only be recorded when it is back.
  isHeld = false;
  for (const release of held) release();
  do {
    for (const path of ['/', '/api/feed.json', '/healthz']) {
      assert.equal((await ask(url, path)).status, 200, path);
    }
    const callback = subscriber.callback(LATE);
    const refused = await requestOfHub(url, { topic: '/reviews.json', callback });
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(refused.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(await refused.text(), /ask again/);
  } while (performance.now() - began < AWAY_MS);
  const { faults } = await readHealth(url);
  assert.deepEqual(
    faults.map(({ kind, code }) => [kind, code]),
    [['hub', outage.code]],
  );
  await outage.end();

  await allTold(subscriber, paths, 'While it was away.', CLAIM_MS);
  await quiet(SUBSCRIPTIONS);
  await subscribeMany([url], subscriber, 1, LATE);
  await quiet(SUBSCRIPTIONS + 1);
  editReview(contentDir, 'After it came back.');
  await allTold(subscriber, [...paths, `${LATE}-0`], 'After it came back.');
  await quiet(SUBSCRIPTIONS + 1);
  const before = timesTold(subscriber, 'Before it went.');
  assert.ok(before.size >= TOLD_BEFORE && before.size < SUBSCRIPTIONS, `${before.size}`);
  for (const text of ['Before it went.', 'While it was away.', 'After it came back.']) {
    assert.deepEqual(new Set(timesTold(subscriber, text).values()), new Set([1]), text);
  }
  assert.deepEqual((await readHealth(url)).faults, []);
}
