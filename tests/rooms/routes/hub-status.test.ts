import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import { createDataset } from '#dataset/dataset.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import type { HubStatus } from '../../../sidecar/hub/hub-client.ts';
import { ask } from '../../support/ask.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { contentOf } from '../../support/reviews.ts';
import { readDescription } from '../openapi/description.ts';
import { serveHub } from './serve-hub.ts';

const { release } = await makeRelease();

const STATUS: HubStatus = {
  topics: [
    {
      topic: `${BASE_URL}/feed.xml`,
      lastPublished: '2026-11-20T08:00:00.000Z',
      subscriptions: { active: 120, pendingVerification: 3, pendingRemoval: 4, expired: 5 },
      undelivered: 6,
      failing: 2,
    },
    {
      topic: `${BASE_URL}/reviews.json`,
      lastPublished: null,
      subscriptions: { active: 0, pendingVerification: 0, pendingRemoval: 0, expired: 0 },
      undelivered: 0,
      failing: 0,
    },
  ],
  queue: {
    waiting: 7,
    clients: 3,
    mostOfClient: 5,
    networks: 2,
    mostOfNetwork: 4,
    notices: 9,
    refused: { 'client-full': 12, evicted: 1 },
  },
};
const hub = { release, status: async () => STATUS };
const UNLIMITED = {
  release,
  status: async () => ({ ...STATUS, queue: { ...STATUS.queue, refused: {} } }),
  settings: {
    lease: { default: 2, min: 1, max: 3 },
    retryDelays: [],
    failureSpacing: 3600,
    signatureAlgorithm: 'sha512',
    minInterval: 0,
    maxPendingPerClient: 0,
    maxSubscriptions: 0,
    maxSubscriptionsPerHost: 0,
    isRateLimited: false,
  },
} as const;

const askAsText = (url: string) => ask(url, HUB_PATH, { headers: { Accept: 'text/plain' } });

test('part 4: the status is as described, with counts of each topic and of what waits', async (t) => {
  const { url } = await serveHub(t, hub);
  const { json } = await ask(url, HUB_PATH);
  const { topics, queue } = HubStatusDocument.parse(json());
  assert.deepEqual({ topics, queue }, STATUS);
  const dataset = createDataset(contentOf(), BASE_URL);
  const described = readDescription(JSON.parse(Buffer.from(renderOpenApi(dataset)).toString()));
  const operation = described.find(({ operationId }) => operationId === 'getHubStatus');
  assert.equal(operation?.faultOf(200, 'application/json', json()), undefined);
  assert.match(String(operation?.faultOf(200, 'application/json', {})), /required/);
});

test('for people the same counts are a table whose columns line up', async (t) => {
  const { url } = await serveHub(t, hub);
  const { text } = await askAsText(url);
  const [, ...rows] = text.split('\n').slice(3, 6);
  assert.deepEqual(
    rows.map((line) => line.trim().split(/ {2,}/)),
    [
      [`${BASE_URL}/feed.xml`, '120', '3', '4', '5', '6', '2', '2026-11-20T08:00:00.000Z'],
      [`${BASE_URL}/reviews.json`, '0', '0', '0', '0', '0', '0', 'not yet'],
    ],
  );
  assert.equal(rows[0]?.length, rows[1]?.length);
  assert.match(text, /^Queue: 7 requests to verify, of 3 clients \(5 of one at most\)\n/m);
  assert.match(text, /in 2 networks \(4 in one at most\); 9 notices of an end\.$/m);
  assert.match(text, /Refused today and yesterday: 12 client-full, 1 evicted\.$/m);
});

test('the rules are those that are configured, and what has no limit has none', async (t) => {
  const { url } = await serveHub(t, UNLIMITED);
  const { leaseSeconds, signature, failureRule, limits } = HubStatusDocument.parse(
    (await ask(url, HUB_PATH)).json(),
  );
  assert.deepEqual(leaseSeconds, { default: 2, min: 1, max: 3 });
  assert.deepEqual([signature.algorithm, failureRule.retryDelaysSeconds], ['sha512', []]);
  assert.match(failureRule.text, / The same content is not tried again, unless /);
  assert.match(failureRule.text, / Failures less than 1 hour apart count as one\. /);
  const { requestsPerMinute, pendingPerClient, subscriptions, subscriptionsPerHost } = limits;
  const unlimited = [requestsPerMinute, pendingPerClient, subscriptions, subscriptionsPerHost];
  assert.deepEqual(unlimited, [null, null, null, null]);
  assert.equal(limits.minIntervalSeconds, 0);
  const { text } = await askAsText(url);
  assert.match(text, /Refused today and yesterday: none\./);
  assert.match(text, /^ {2}requests of a client in a minute: no limit;$/m);
  assert.match(text, /, of a client or for a network of callbacks: no limit;$/m);
  assert.match(text, /^ {2}subscriptions: no limit, of a callback host: no limit;$/m);
  assert.match(text, /at least: 0 seconds\.$/m);
});
