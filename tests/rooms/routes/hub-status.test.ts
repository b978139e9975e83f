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
      pendingPerClient: 30,
      minIntervalSeconds: 5,
      subscriptions: 100_000,
      subscriptionsPerHost: 100,
    },
  });
  const { text, ...counts } = failureRule;
  const retryDelaysSeconds = [10, 60, 300, 900, 3600, 10_800];
  const failureSpacingSeconds = 0;
  assert.deepEqual(counts, { failedNotifications: 3, failureSpacingSeconds, retryDelaysSeconds });
  assert.match(text, /^Each change is sent at once, and fails where the answer is not 2xx\. /);
  assert.match(text, / 3 changes in a row that fail end the subscription/);
  assert.match(
    text,
    / tried again 10 seconds, 1 minute, 5 minutes, 15 minutes, 1 hour and 3 hours after /,
  );
  assert.doesNotMatch(text, / apart /);

  const dataset = createDataset(contentOf(), BASE_URL);
  const described = readDescription(JSON.parse(Buffer.from(renderOpenApi(dataset)).toString()));
  const operation = described.find(({ operationId }) => operationId === 'getHubStatus');
  assert.equal(operation?.faultOf(200, 'application/json', json()), undefined);
  assert.match(String(operation?.faultOf(200, 'application/json', {})), /required/);
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
  const { text } = await askFor(url, 'text/plain');
  assert.match(text, /Refused today and yesterday: none\./);
  assert.match(text, /^ {2}requests of a client in a minute: no limit;$/m);
  assert.match(text, /, of a client or for a network of callbacks: no limit;$/m);
  assert.match(text, /^ {2}subscriptions: no limit, of a callback host: no limit;$/m);
  assert.match(text, /at least: 0 seconds\.$/m);
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a table is sent where text is preferred, as by browsers, else JSON', async (t) => {
  const { url } = await serveHub(t, hub);
  for (const [accept, type] of [
    ['*/*', 'application/json'],
    ['text/plain;q=0.9, application/json', 'application/json'],
    ['', 'application/json'],
    ['text/*', 'text/plain; charset=utf-8'],
    ['TEXT/PLAIN, */*;q=0.1', 'text/plain; charset=utf-8'],
    ['application/json;q=0.5, text/plain', 'text/plain; charset=utf-8'],
    [BROWSER, 'text/plain; charset=utf-8'],
    ['image/png', 'application/json'],
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
    `How to subscribe, and a form to look up a subscription: ${BASE_URL}/websub/`,
  ]);
  const table = lines.slice(3, 6);
  assert.deepEqual(
    table.map((line) => line.trim().split(/ {2,}/)),
    [
      [
        'topic',
        'active',
        'to verify',
        'to remove',
        'expired',
        'undelivered',
        'failing',
        'published',
      ],
      [`${BASE_URL}/feed.xml`, '120', '3', '4', '5', '6', '2', '2026-11-20T08:00:00.000Z'],
      [`${BASE_URL}/reviews.json`, '0', '0', '0', '0', '0', '0', 'not yet'],
    ],
  );
  assert.equal(new Set(table.map(({ length }) => length)).size, 1, 'columns line up');
  assert.match(text, /^Lease: 864000 seconds unless asked otherwise, 60 to 2592000\.$/m);
  assert.match(text, /^Signature: X-Hub-Signature with sha256/m);
  assert.match(text, /^Failures: Each change is sent at once/m);
  assert.match(text, /^Queue: 7 requests to verify, of 3 clients \(5 of one at most\)\n/m);
  assert.match(text, /in 2 networks \(4 in one at most\); 9 notices of an end\.$/m);
  assert.match(text, /Refused today and yesterday: 12 client-full, 1 evicted\.$/m);
  assert.match(text, /^ {2}requests of a client in a minute: 30;$/m);
  assert.match(text, /requests to verify: 1000, of a client or for a network of callbacks: 30;$/m);
  assert.match(text, /subscriptions: 100000, of a callback host: 100;$/m);
  assert.match(text, /at least: 5 seconds\.\n$/);
});
