import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import { ask } from '../../support/ask.ts';
import { makeRelease } from '../../support/release.ts';
import { serveHub } from './serve-hub.ts';

const { release } = await makeRelease();

// With the usual settings: tests/contract.
test('the rules are those that are configured, and what has no limit has none', async (t) => {
  const { url } = await serveHub(t, {
    release,
    settings: {
      ...{ retryDelays: [], failureSpacing: 3600, signatureAlgorithm: 'sha512', minInterval: 0 },
      ...{ maxPendingPerClient: 0, maxSubscriptions: 0, maxSubscriptionsPerHost: 0 },
      isRateLimited: false,
    },
  });
  const { signature, failureRule, limits } = HubStatusDocument.parse(
    (await ask(url, HUB_PATH)).json(),
  );
  assert.equal(signature.algorithm, 'sha512');
  assert.partialDeepStrictEqual(failureRule, {
    failureSpacingSeconds: 3600,
    retryDelaysSeconds: [],
  });
  assert.partialDeepStrictEqual(limits, {
    ...{ requestsPerMinute: null, pendingPerClient: null, minIntervalSeconds: 0 },
    ...{ subscriptions: null, subscriptionsPerHost: null },
  });
});
