import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import { createDataset } from '#dataset/dataset.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import type { HubStatus } from '../../../sidecar/hub/hub-client.ts';
import { ask } from '../../support/ask.ts';
import { readDescription } from '../../support/description.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { contentOf } from '../../support/reviews.ts';
import { serveHub } from '../../support/serve-hub.ts';

const { release } = await makeRelease();

const STATUS: HubStatus = {
  topics: [
    {
      topic: `${BASE_URL}/feed.xml`,
      lastPublished: '2026-11-20T08:00:00.000Z',
      subscriptions: { active: 120, pendingVerification: 3, pendingRemoval: 4, expired: 5 },
      undelivered: 6,
    },
    {
      topic: `${BASE_URL}/reviews.json`,
      lastPublished: null,
      subscriptions: { active: 0, pendingVerification: 0, pendingRemoval: 0, expired: 0 },
      undelivered: 0,
    },
  ],
  isPaused: false,
};
const hub = { release, status: async () => STATUS };
const UNLIMITED = {
  release,
  status: async () => ({ ...STATUS, isPaused: true }),
  settings: {
    lease: { default: 2, min: 1, max: 3 },
    retryDelays: [],
    signatureAlgorithm: 'sha512',
    maxSubscriptions: 0,
    maxSubscriptionsPerHost: 0,
    isRateLimited: false,
  },
} as const;

const askFor = (url: string, accept: string) => ask(url, HUB_PATH, { headers: { Accept: accept } });

test('part 4: the status is JSON with counts, rules and limits, as described, and never kept', async (t) => {
  const { url } = await serveHub(t, hub);
  const { status, headers, body, json } = await ask(url, HUB_PATH);
  assert.deepEqual([status, headers['content-length']], [200, String(body.length)]);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers.vary, 'Accept');
  const { failureRule, ...rest } = HubStatusDocument.parse(json());
  assert.deepEqual(rest, {
    hub: `${BASE_URL}/api/websub/hub`,
    ...STATUS,
    leaseSeconds: { default: 864_000, min: 60, max: 2_592_000 },
    signature: { header: 'X-Hub-Signature', algorithm: 'sha256' },
    limits: {
      formBytes: 8192,
      formParameters: 50,
      secretBytes: 199,
      requestsPerMinute: 30,
      waitingRequests: 1000,
      subscriptions: 100_000,
      subscriptionsPerHost: 100,
    },
  });
  const { text, ...counts } = failureRule;
  const expected = { failedNotifications: 3, attempts: 3, retryDelaysSeconds: [10, 60] };
  assert.deepEqual(counts, expected);
  assert.match(text, /^A notification is tried 3 times: .*10 and 60 seconds/);
  assert.match(text, /3 failed notifications in a row end the subscription/);

  const dataset = createDataset(contentOf(), BASE_URL);
  const described = readDescription(JSON.parse(Buffer.from(renderOpenApi(dataset)).toString()));
  const operation = described.find(({ operationId }) => operationId === 'getHubStatus');
  assert.equal(operation?.faultOf(200, 'application/json', json()), undefined);
  assert.match(String(operation?.faultOf(200, 'application/json', {})), /required/);
});

test('the rules are those that are configured, and what has no limit has none', async (t) => {
  const { url } = await serveHub(t, UNLIMITED);
  const { leaseSeconds, signature, isPaused, failureRule, limits } = HubStatusDocument.parse(
    (await ask(url, HUB_PATH)).json(),
  );
  assert.deepEqual(leaseSeconds, { default: 2, min: 1, max: 3 });
  assert.deepEqual([signature.algorithm, isPaused, failureRule.attempts], ['sha512', true, 1]);
  assert.match(failureRule.text, /^A notification is tried once\./);
  const { requestsPerMinute, subscriptions, subscriptionsPerHost } = limits;
  assert.deepEqual([requestsPerMinute, subscriptions, subscriptionsPerHost], [null, null, null]);
  const { text } = await askFor(url, 'text/plain');
  assert.match(text, /^Paused: no subscriber can be reached/m);
  assert.match(text, /any number of requests a client/);
  assert.match(text, /any number of subscriptions, /);
});

test('a table is sent where plain text is preferred, else JSON', async (t) => {
  const { url } = await serveHub(t, hub);
  for (const [accept, type] of [
    ['*/*', 'application/json'],
    ['text/plain;q=0.9, application/json', 'application/json'],
    ['', 'application/json'],
    ['text/*', 'text/plain; charset=utf-8'],
    ['TEXT/PLAIN, */*;q=0.1', 'text/plain; charset=utf-8'],
    ['application/json;q=0.5, text/plain', 'text/plain; charset=utf-8'],
  ] as const) {
    assert.equal((await askFor(url, accept)).headers['content-type'], type, accept);
  }
});

test('for people there is a table', async (t) => {
  const { url } = await serveHub(t, hub);
  const { text } = await askFor(url, 'text/plain');
  const lines = text.split('\n');
  assert.deepEqual(lines.slice(0, 2), [
    `WebSub hub ${BASE_URL}/api/websub/hub`,
    'Notifications are sent.',
  ]);
  const table = lines.slice(3, 6);
  assert.deepEqual(
    table.map((line) => line.trim().split(/ {2,}/)),
    [
      ['topic', 'active', 'to verify', 'to remove', 'expired', 'undelivered', 'published'],
      [`${BASE_URL}/feed.xml`, '120', '3', '4', '5', '6', '2026-11-20T08:00:00.000Z'],
      [`${BASE_URL}/reviews.json`, '0', '0', '0', '0', '0', 'not yet'],
    ],
  );
  assert.equal(new Set(table.map(({ length }) => length)).size, 1, 'columns line up');
  assert.match(text, /^Lease: 864000 seconds unless asked otherwise, 60 to 2592000\.$/m);
  assert.match(text, /^Signature: X-Hub-Signature with sha256/m);
  assert.match(text, /^Failures: A notification is tried 3 times/m);
  assert.match(text, /100000 subscriptions, 100 of one callback host\.\n$/);
});
