import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { describePair } from '../../../../sidecar/hub/describe-pair.ts';
import type { HubSettings } from '../../../../sidecar/hub/hub-settings.ts';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import {
  intentOf,
  LADDER,
  never,
  saying,
  startHub,
  status,
  TOPIC,
  unreached,
} from './hub-in-process.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const settings = { retryDelays: LADDER };

/** Opens an empty store that goes by this clock. */
export type OpenStore = (t: TestContext, clock: ManualClock) => Promise<HubStore>;

/** When the hub ends subscriptions, and what it does until then, whatever the store. */
export function testRemoval(open: OpenStore): void {
  const start = async (t: TestContext, changes: Partial<HubSettings> = {}) => {
    const clock = new ManualClock();
    const store = await open(t, clock);
    return startHub(t, { settings: { ...settings, ...changes }, clock, store });
  };

  test('three changes in a row that fail end a subscription, which is told once it answers', async (t) => {
    const { request, publish, callbacks, clock, subscriptions, store } = await start(t);
    await request();
    callbacks.script = { post: () => status(502), get: () => saying('', 502) };
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      assert.equal((await subscriptions())[0]?.failures, index);
      await publish(text);
      // Each is sent at once, and newer content does not wait for the ladder.
      assert.deepEqual(callbacks.texts(), ['one', 'two', 'three'].slice(0, index + 1));
      await clock.advance(7_000);
    }
    const [ended] = await store.listEnded({});
    assert.deepEqual(
      [ended?.reason, ended?.fault?.status, ended?.notifiedAt],
      ['failed', 502, undefined],
    );
    callbacks.script = { get: () => saying('', 404) };
    await clock.advance(4 * HOUR);
    await publish('four');
    assert.equal(callbacks.delivered.length, 3);
    const notices = callbacks.asked.filter(({ parameters }) => parameters['hub.mode'] === 'denied');
    assert.deepEqual(notices.at(-1)?.parameters, {
      'hub.mode': 'denied',
      'hub.topic': TOPIC,
      'hub.reason': '3 consecutive deliveries failed',
    });
    assert.equal(notices.length, 2);
    assert.ok((await store.listEnded({}))[0]?.notifiedAt);
    // Who was removed may subscribe again.
    callbacks.script = {};
    await request();
    await publish('five');
    assert.equal(callbacks.texts().at(-1), 'five');
  });

  test('the same content is tried on the ladder for a day, which ends no subscription', async (t) => {
    const { request, publish, callbacks, clock, failures } = await start(t);
    await request();
    callbacks.script = { post: () => unreached('connection') };
    await publish('news');
    await clock.advance(24 * HOUR);
    // The first, six on the ladder, and six more after its last pause, of 3 hours.
    assert.deepEqual([callbacks.texts().length, await failures()], [13, [[13, 1]]]);
    callbacks.script = {};
    await clock.advance(3 * HOUR);
    assert.deepEqual([callbacks.texts().length, await failures()], [14, [[0, 0]]]);
    await clock.advance(4 * HOUR);
    assert.equal(callbacks.texts().length, 14);
  });

  test('a restart goes on where the ladder was, and counts nothing again', async (t) => {
    const { request, publish, callbacks, clock, store, failures } = await start(t);
    await request();
    callbacks.script = { post: () => status(500) };
    await publish('news', 5);
    await clock.advance(75_000);
    assert.equal(callbacks.delivered.length, 3);
    // As after a kill: another hub on what the store has.
    await store.releaseClaims();
    const second = await startHub(t, { settings, clock, store });
    second.callbacks.script = { post: () => status(500) };
    await second.publish('news', 5);
    assert.equal(second.callbacks.delivered.length, 0);
    callbacks.script = second.callbacks.script;
    await clock.advance(5 * MINUTE);
    assert.equal(callbacks.delivered.length - 3 + second.callbacks.delivered.length, 1);
    assert.deepEqual(await failures(), [[4, 1]]);
  });

  test('three edits within a second are two changes that are sent', async (t) => {
    const { request, publish, callbacks, clock, failures } = await start(t, { minInterval: 5 });
    await request();
    callbacks.script = { post: () => status(500) };
    for (const text of ['one', 'two', 'three']) await publish(text);
    await clock.advance(8_000);
    assert.deepEqual(callbacks.texts(), ['one', 'three']);
    assert.deepEqual(await failures(), [[1, 2]]);
  });

  test('failures that are closer together than an operator says count as one', async (t) => {
    const { request, publish, callbacks, clock, failures } = await start(t, {
      failureSpacing: 3600,
    });
    await request();
    callbacks.script = { post: () => status(500) };
    for (let edit = 0; edit < 7; edit++) {
      await publish(`edit ${edit}`);
      await clock.advance(10 * MINUTE);
    }
    assert.ok(callbacks.texts().includes('edit 6'));
    assert.deepEqual((await failures())[0]?.[1], 2);
    await clock.advance(HOUR);
    await publish('the third');
    assert.deepEqual(await failures(), []);
  });

  test('what was missed in an outage is sent after a renewal, and not called delivered before', async (t) => {
    const { hub, request, publish, callbacks, clock } = await start(t, { retryDelays: [] });
    await request();
    callbacks.script = { post: () => status(500) };
    await publish('without a review', undefined, true);
    await clock.advance(HOUR);
    const lookUp = async () => {
      const state = await hub.inspect(intentOf());
      return state && describePair(state).delivery;
    };
    assert.partialDeepStrictEqual(await lookUp(), { isUpToDate: false, failedNotifications: 1 });
    callbacks.script = {};
    await request();
    assert.deepEqual(callbacks.texts(), ['without a review', 'without a review']);
    assert.partialDeepStrictEqual(await lookUp(), { isUpToDate: true, failedNotifications: 0 });
  });

  test('who renews every minute while it fails is sent one notification for each, and one on the ladder', async (t) => {
    const { request, publish, callbacks, clock } = await start(t);
    await request();
    callbacks.script = { post: () => status(500) };
    await publish('news');
    await clock.advance(MINUTE);
    for (let minute = 1; minute <= 10; minute++) {
      const before = callbacks.delivered.length;
      await request();
      assert.equal(callbacks.delivered.length, before + 1);
      await clock.advance(MINUTE - 100);
      assert.equal(callbacks.delivered.length, before + 2);
    }
  });

  test('a thousand removals of one host are a thousand notices, and a kill between loses none', async (t) => {
    const clock = new ManualClock();
    const store = await open(t, clock);
    const first = await startHub(t, { settings, clock, store });
    const callbacks = Array.from({ length: 1_000 }, (_, index) => `https://one.example/${index}`);
    const now = clock.now();
    await store.importAll({
      ...{ topics: [], requests: [], ended: [], blocked: [] },
      subscriptions: callbacks.map((callback) => ({
        ...{ topic: TOPIC, callback, host: 'one.example', secret: undefined },
        ...{ subscribedAt: now, expiresAt: now + 240 * HOUR, acknowledged: 0, tried: 0 },
        ...{ attempts: 0, failures: 0, countedAt: undefined, readyAt: now },
        ...{ acknowledgedAt: undefined, latencyMs: undefined },
        ...{ failedAt: undefined, fault: undefined, verifiedAt: now },
        ...{ refusedAt: undefined, refusal: undefined },
      })),
    });
    const end = { reason: 'removed', isNotified: true } as const;
    const { subscriptions } = await store.endRows({ host: 'one.example' }, end, clock.now());
    assert.equal(subscriptions, 1_000);
    const isFirstHalf = () => first.callbacks.asked.length <= 500;
    // The others are in flight when it dies.
    first.callbacks.script = { get: () => (isFirstHalf() ? saying('') : never()) };
    while (isFirstHalf()) await clock.advance(MINUTE);
    const notified = new Set(first.callbacks.asked.slice(0, 500).map(({ callback }) => callback));
    assert.equal(notified.size, 500);
    // As after a kill: another hub on what the store has.
    await store.releaseClaims();
    const second = await startHub(t, { settings, clock, store });
    for (let hour = 0; hour < 24 && notified.size < 1_000; hour++) {
      await clock.advance(HOUR);
      for (const { callback } of second.callbacks.asked) notified.add(callback);
    }
    assert.equal(notified.size, 1_000);
    assert.equal(await store.nextNoticeAt(clock.now()), undefined);
  });

  test('a request for the same topic cancels a notice that is still owed', async (t) => {
    const { request, callbacks, clock, store } = await start(t);
    await request();
    callbacks.script = { get: () => unreached('connection') };
    const { callback } = intentOf();
    await store.endRows({ callback }, { reason: 'removed', isNotified: true }, clock.now());
    await clock.advance(MINUTE);
    callbacks.script = {};
    await request();
    const asked = callbacks.asked.length;
    await clock.advance(12 * HOUR);
    assert.equal(callbacks.asked.length, asked);
    assert.deepEqual(await store.listEnded({}), []);
  });
}
