import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../../../sidecar/config/config.ts';
import { VARIABLES } from '../../../../sidecar/config/variables.ts';
import { createHubAccess, parseIntent } from '../../../../sidecar/hub/request.ts';
import { createFakeHubClient } from '../../routes/serve-hub.ts';
import { HUB_BASE_URL, startHub, status, TOPIC, unreached } from './hub-in-process.ts';

/** Each may be as long, and is longer than whatever the hub itself goes by. */
const DAY_SECONDS = 86_400;
const LEASE_SECONDS = 315_360_000;
const TIMEOUT_SECONDS = 300;
const SHORTLY_MS = 1_000;

/** A hub that is configured like this, with one subscriber. */
async function startWith(t: TestContext, environment: Readonly<Record<string, string>>) {
  const { hub: settings } = readConfig(environment);
  const started = await startHub(t, { settings: { ...settings, isRateLimited: false } });
  const access = createHubAccess(createFakeHubClient().client, settings, HUB_BASE_URL);
  const grant = (leaseSeconds?: string) => {
    const form = new URLSearchParams({
      ...{ 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': 'https://example.com/' },
      ...(leaseSeconds && { 'hub.lease_seconds': leaseSeconds }),
    });
    const { value, problems } = parseIntent(Buffer.from(String(form)), access.rules);
    return value?.leaseSeconds ?? assert.fail(problems?.join());
  };
  return { ...started, grant };
}

/** The hub gives a lease of ten years, and keeps it to the second. */
const assertLease =
  (name: string, asked: string | undefined, others: Readonly<Record<string, string>>) =>
  async (t: TestContext) => {
    const environment = { ...others, [name]: String(LEASE_SECONDS) };
    const { grant, request, publish, callbacks, clock } = await startWith(t, environment);
    const leaseSeconds = grant(asked);
    assert.equal(leaseSeconds, LEASE_SECONDS);
    const startedAt = clock.now();
    await request({ leaseSeconds });
    await clock.skip(startedAt + LEASE_SECONDS * 1000 - SHORTLY_MS - clock.now());
    await publish('in time');
    await clock.skip(SHORTLY_MS);
    await publish('too late');
    assert.deepEqual(callbacks.texts(), ['in time']);
  };
const MAX = { HUB_LEASE_MAX_SECONDS: String(LEASE_SECONDS) };

const CHECKS: Readonly<Record<string, (t: TestContext) => Promise<void>>> = {
  HUB_LEASE_DEFAULT_SECONDS: assertLease('HUB_LEASE_DEFAULT_SECONDS', undefined, MAX),
  HUB_LEASE_MAX_SECONDS: assertLease('HUB_LEASE_MAX_SECONDS', '999999999', {}),
  HUB_LEASE_MIN_SECONDS: assertLease('HUB_LEASE_MIN_SECONDS', '1', {
    ...MAX,
    HUB_LEASE_DEFAULT_SECONDS: String(LEASE_SECONDS),
  }),

  HUB_RETRY_DELAYS_SECONDS: async (t) => {
    const environment = { HUB_RETRY_DELAYS_SECONDS: String(DAY_SECONDS) };
    const { request, publish, callbacks, clock, subscriptions } = await startWith(t, environment);
    // A request is verified within a day whatever the pauses of deliveries are.
    let asked = 0;
    callbacks.script = {
      get: () => (++asked < 3 ? unreached('connection') : undefined),
      post: () => status(500),
    };
    await request();
    await clock.advance(75_000);
    assert.equal((await subscriptions()).length, 1);
    await publish('news');
    for (const sent of [1, 2]) {
      await clock.skip(DAY_SECONDS * 1000 - SHORTLY_MS);
      assert.equal(callbacks.texts().length, sent);
      await clock.advance(SHORTLY_MS);
      assert.equal(callbacks.texts().length, sent + 1);
    }
  },

  HUB_FAILURE_SPACING_SECONDS: async (t) => {
    const environment = { HUB_FAILURE_SPACING_SECONDS: String(DAY_SECONDS) };
    const { request, publish, callbacks, clock, failures } = await startWith(t, environment);
    await request();
    callbacks.script = { post: () => status(500) };
    await publish('one');
    await clock.skip(DAY_SECONDS * 1000 - SHORTLY_MS);
    await publish('two');
    assert.equal((await failures())[0]?.[1], 1);
    await clock.advance(SHORTLY_MS * 10);
    await publish('three');
    assert.equal((await failures())[0]?.[1], 2);
  },

  HUB_MIN_INTERVAL_SECONDS: async (t) => {
    const environment = { HUB_MIN_INTERVAL_SECONDS: String(DAY_SECONDS) };
    const { request, publish, callbacks, clock } = await startWith(t, environment);
    await request();
    for (const text of ['one', 'two', 'three']) await publish(text);
    await clock.skip(DAY_SECONDS * 1000 - SHORTLY_MS);
    assert.deepEqual(callbacks.texts(), ['one']);
    await clock.advance(SHORTLY_MS);
    assert.deepEqual(callbacks.texts(), ['one', 'three']);
  },

  // The request itself may take as long, which callback/callback-client.test.ts shows.
  HUB_TIMEOUT_SECONDS: async (t) => {
    const environment = { HUB_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) };
    const { request, publish, callbacks, clock, failures } = await startWith(t, environment);
    // A host has two slots: with one callback one is free, with three of them one waits.
    const urls = ['alone.example/', 'many.example/1', 'many.example/2', 'many.example/3'];
    for (const url of urls) await request({ callback: `https://${url}` });
    callbacks.script = {
      post: async () => {
        await new Promise<void>((resolve) => {
          clock.after(TIMEOUT_SECONDS * 1000 - SHORTLY_MS, resolve);
        });
        return status(204);
      },
    };
    await publish('news');
    await clock.advance(2 * TIMEOUT_SECONDS * 1000 + 60_000);
    // Nobody takes what is in flight, nor what waits behind it, for lost.
    for (const url of urls) assert.deepEqual(callbacks.texts(url), ['news']);
    assert.deepEqual(await failures(), Array(4).fill([0, 0]));
  },
};

test('each duration that is configured is what takes effect, above all that the hub itself goes by', async (t) => {
  const names = [...VARIABLES.keys()].filter((name) => /^HUB_.*_SECONDS$/.test(name));
  assert.deepEqual(Object.keys(CHECKS).toSorted(), names.toSorted());
  for (const [name, check] of Object.entries(CHECKS)) await t.test(name, check);
});
