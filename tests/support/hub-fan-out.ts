import assert from 'node:assert/strict';
import { ask } from './ask.ts';
import { saveFiles } from './edit-content.ts';
import { type HubRequest, requestOfHub } from './hub-requests.ts';
import { sampleReview } from './sample-content.ts';
import type { Received, Subscriber } from './subscriber.ts';
import { waitUntil } from './wait-until.ts';

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
