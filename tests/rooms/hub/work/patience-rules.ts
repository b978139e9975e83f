import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  intentOf,
  LADDER,
  never,
  saying,
  startHub,
  status,
  TOPIC,
  unreached,
} from '../../../support/hub-in-process.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const settings = { retryDelays: LADDER };

/** Opens an empty store that goes by this clock. */
export type OpenStore = (t: TestContext, clock: ManualClock) => Promise<HubStore>;

/** How patient the hub is with subscribers that fail, whatever the store. */
export function testPatience(open: OpenStore): void {
  const start = async (t: TestContext) => {
    const clock = new ManualClock();
    return startHub(t, { settings, clock, store: await open(t, clock) });
  };

  test('ten hours of outage with an edit a minute end no subscription, for 50 attempts at most', async (t) => {
    const { requestMany, publish, callbacks, clock, failures } = await start(t);
    await requestMany(3);
    callbacks.script = { post: () => unreached('connection') };
    for (let minute = 0; minute < 600; minute++) {
      await publish(`edit ${minute}`);
      await clock.advance(MINUTE - 100);
    }
    for (const name of ['h0', 'h1', 'h2']) {
      const attempts = callbacks.texts(name).length;
      assert.ok(attempts > 20 && attempts <= 50, `${attempts}`);
    }
    assert.ok((await failures()).every(([, notifications = 0]) => notifications === 2));
    callbacks.script = {};
    callbacks.delivered.length = 0;
    await publish('back');
    await clock.advance(16 * MINUTE);
    for (const name of ['h0', 'h1', 'h2']) assert.deepEqual(callbacks.texts(name), ['back']);
    assert.deepEqual(await failures(), Array(3).fill([0, 0]));
  });

  test('one that never recovers is removed after its third failed notification, and notified once it answers', async (t) => {
    const { request, publish, callbacks, clock, subscriptions, store } = await start(t);
    await request();
    callbacks.script = { post: () => status(502), get: () => saying('', 502) };
    let hours = 0;
    for (; (await subscriptions()).length > 0; hours++) {
      assert.ok(hours < 24, 'it is removed within a day');
      await publish(`edit ${hours}`);
      await clock.advance(HOUR - 100);
    }
    assert.ok(hours >= 12, `half a day at least: ${hours}`);
    const [ended] = await store.listEnded({});
    assert.deepEqual(
      [ended?.reason, ended?.fault?.status, ended?.notifiedAt],
      ['failed', 502, undefined],
    );
    callbacks.script = { get: () => saying('', 404) };
    await clock.advance(4 * HOUR);
    const notices = callbacks.asked.filter(({ parameters }) => parameters['hub.mode'] === 'denied');
    assert.deepEqual(notices.at(-1)?.parameters, {
      'hub.mode': 'denied',
      'hub.topic': TOPIC,
      'hub.reason': '3 consecutive deliveries failed',
    });
    const sent = notices.length;
    assert.ok(sent > 3);
    assert.ok((await store.listEnded({}))[0]?.notifiedAt);
    await clock.advance(4 * HOUR);
    assert.equal(callbacks.asked.length, sent + 1);
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
        ...{ subscribedAt: now, expiresAt: now + 240 * HOUR, settled: 0, tried: 0 },
        ...{ attempts: 0, failures: 0, readyAt: now, earlyAt: now, urgentAt: now },
        ...{ postponedAt: undefined, acknowledgedAt: undefined, latencyMs: undefined },
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

  test('a takedown is tried while the ladder waits, when the last attempt is a minute old', async (t) => {
    const { request, publish, callbacks, clock } = await start(t);
    await request();
    callbacks.script = { post: () => status(500) };
    await publish('one');
    await clock.advance(40 * MINUTE);
    const before = callbacks.delivered.length;
    await publish('edited');
    await clock.advance(MINUTE);
    const edited = callbacks.delivered.length;
    await publish('without a review', undefined, true);
    await clock.advance(2 * MINUTE);
    assert.deepEqual([edited - before, callbacks.texts().at(-1)], [1, 'without a review']);
    // The same takedown is not tried again before the ladder's time.
    const taken = callbacks.delivered.length;
    await clock.advance(20 * MINUTE);
    assert.equal(callbacks.delivered.length, taken);
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
