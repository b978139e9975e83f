import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ask } from '../../support/ask.ts';
import { atLength } from '../../support/at-length.ts';
import { readHealth } from '../../support/health.ts';
import { isPost, type Subscriber, startSubscriber } from '../../support/subscriber.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  countWhereQuiet,
  editReview,
  type LiveHub,
  requestOfHub,
} from '../../support/websub-hub.ts';
import type { startPostgres } from './postgres.ts';

/** Requests to subscribe that are made at a time. */
const AT_A_TIME = 20;

/** Subscribes a number of callbacks to reviews.json, at each service in turn. */
export async function subscribeMany(
  urls: readonly string[],
  subscriber: Subscriber,
  count: number,
  prefix = '/callback',
): Promise<readonly string[]> {
  const paths = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  for (let from = 0; from < count; from += AT_A_TIME) {
    const some = paths.slice(from, from + AT_A_TIME).map(async (path, index) => {
      const callback = subscriber.callback(path);
      const url = urls[index % urls.length] ?? '';
      const { status } = await requestOfHub(url, { topic: '/reviews.json', callback });
      assert.equal(status, 202);
    });
    await Promise.all(some);
  }
  return paths;
}

/** Counts the notifications with a text, by callback. */
export function timesSent({ deliveries }: Subscriber, text: string): ReadonlyMap<string, number> {
  const sent = deliveries.filter(({ body }) => body.includes(text));
  const byPath = Map.groupBy(sent, ({ url }) => url);
  return new Map([...byPath].map(([path, { length }]) => [path, length]));
}

/** Resolves when all of these callbacks got a text. */
export async function allReceive(
  subscriber: Subscriber,
  paths: readonly string[],
  text: string,
  mostMs?: number,
): Promise<void> {
  const haveIt = () => {
    const times = timesSent(subscriber, text);
    return paths.every((path) => times.has(path));
  };
  await waitUntil(`all get "${text}"`, haveIt, mostMs);
}

/**
 * Holds back the answers to all deliveries but the first `count`; `held` has what gives each, by its
 * path, and `release` gives all.
 */
export function holdAfter(subscriber: Subscriber, count: number) {
  const held = new Map<string, () => void>();
  let isHeld = true;
  let answered = 0;
  subscriber.behave((one) => {
    if (!isPost(one) || !isHeld || ++answered <= count) return undefined;
    return new Promise((resolve) => held.set(one.url, () => resolve(undefined)));
  });
  const release = () => {
    isHeld = false;
    for (const resolve of held.values()) resolve();
  };
  return { held, release };
}

/** Resolves when a service serves reviews with a text. */
export async function servesText(url: string, text: string): Promise<void> {
  await waitUntil(`"${text}" is served`, async () => {
    return (await ask(url, '/reviews.json')).text.includes(text);
  });
}

/** Resolves when a hub has nothing left to do, and this number of subscriptions. */
export async function quiet({ service }: LiveHub, count: number): Promise<void> {
  await waitUntil(`quiet with ${count}`, async () => {
    return (await countWhereQuiet(service.url)) === count;
  });
}

const SUBSCRIPTIONS = 160;
/** After this many deliveries the store goes away. */
const SENT_BEFORE = 40;
const AWAY_MS = atLength(60_000, 3_000);
const LATE = '/late';

/** The environment of a hub whose store goes away. */
export const OUTAGE_ENV = {
  HUB_CONCURRENCY: '10',
  HUB_CONCURRENCY_PER_HOST: '10',
  HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
  HUB_MAX_PENDING_PER_CLIENT: '0',
  HUB_TIMEOUT_SECONDS: '5',
};
/** A claim whose answer was lost ends 5 + 20 s later, and is noticed soon. */
const CLAIM_MS = 40_000;

/** Takes a hub's store away in mid fan-out, and gives it back: nothing is lost. */
export async function assertSurvivesOutage(
  t: TestContext,
  hub: LiveHub,
  postgres: Awaited<ReturnType<typeof startPostgres>>,
): Promise<void> {
  const { url, folder, logged } = hub.service;
  const edit = (text: string) => editReview(join(folder, 'content'), text);
  const subscriber = await startSubscriber(t);
  const paths = await subscribeMany([url], subscriber, SUBSCRIPTIONS);
  await quiet(hub, SUBSCRIPTIONS);
  await logged('serving');
  const { held, release } = holdAfter(subscriber, SENT_BEFORE);
  const before = 'Before it went.';
  const during = 'While it was away.';
  const after = 'After it came back.';
  edit(before);
  await waitUntil('it is in the middle', () => held.size > 0);

  await postgres.stop();
  const began = performance.now();
  edit(during);
  await servesText(url, during);
  // What is acknowledged here can only be recorded when it is back.
  release();
  do {
    for (const path of ['/', '/api/feed.json', '/healthz']) {
      assert.equal((await ask(url, path)).status, 200, path);
    }
    const callback = subscriber.callback(LATE);
    const refused = await requestOfHub(url, { topic: '/reviews.json', callback });
    assert.equal(refused.status, 503);
    assert.match(refused.text, /try again/);
  } while (performance.now() - began < AWAY_MS);
  const { faults, hub: away } = await readHealth(url);
  assert.deepEqual(
    faults.map(({ kind, code }) => [kind, code]),
    [['hub', 'HUB_STORE_UNAVAILABLE']],
  );
  assert.equal(away.isReady, false);
  await postgres.start();

  await allReceive(subscriber, paths, during, CLAIM_MS);
  await quiet(hub, SUBSCRIPTIONS);
  await subscribeMany([url], subscriber, 1, LATE);
  await quiet(hub, SUBSCRIPTIONS + 1);
  edit(after);
  await allReceive(subscriber, [...paths, `${LATE}-0`], after);
  await quiet(hub, SUBSCRIPTIONS + 1);
  const { size } = timesSent(subscriber, before);
  assert.ok(size >= SENT_BEFORE && size < SUBSCRIPTIONS, `${size}`);
  assert.deepEqual(new Set(timesSent(subscriber, after).values()), new Set([1]));
  const { faults: left, hub: back } = await readHealth(url);
  assert.deepEqual([left, back.isReady], [[], true]);
}
