import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import type { HubStatus } from '../../../sidecar/hub/hub-client.ts';
import { ask } from '../../support/ask.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
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
const UNLIMITED: Parameters<typeof serveHub>[1] = {
  release,
  status: async () => ({ ...STATUS, queue: { ...STATUS.queue, refused: {} } }),
  settings: {
    ...{ retryDelays: [], failureSpacing: 3600, signatureAlgorithm: 'sha512', minInterval: 0 },
    ...{ maxPendingPerClient: 0, maxSubscriptions: 0, maxSubscriptionsPerHost: 0 },
    isRateLimited: false,
  },
};

test('part 4: the status has the counts of each topic and of what waits, for people as YAML', async (t) => {
  const { url } = await serveHub(t, { release, status: async () => STATUS });
  const { topics, queue } = HubStatusDocument.parse((await ask(url, HUB_PATH)).json());
  assert.deepEqual({ topics, queue }, STATUS);
  const { text } = await ask(url, HUB_PATH, { headers: { Accept: 'text/plain' } });
  assert.match(text, /^# How to subscribe.*: http:.*\/websub\/\n/);
  assert.deepEqual(HubStatusDocument.parse(parse(text)).topics, STATUS.topics);
});

// With the usual settings: tests/contract.
test('the rules are those that are configured, and what has no limit has none', async (t) => {
  const { url } = await serveHub(t, UNLIMITED);
  const { signature, failureRule, limits } = HubStatusDocument.parse(
    (await ask(url, HUB_PATH)).json(),
  );
  assert.deepEqual([signature.algorithm, failureRule.retryDelaysSeconds], ['sha512', []]);
  assert.match(failureRule.text, / The same content is not tried again, unless /);
  assert.match(failureRule.text, / Failures less than 1 hour apart count as one\. /);
  assert.partialDeepStrictEqual(limits, {
    ...{ requestsPerMinute: null, pendingPerClient: null, minIntervalSeconds: 0 },
    ...{ subscriptions: null, subscriptionsPerHost: null },
  });
});
