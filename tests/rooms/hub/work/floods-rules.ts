import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { HubSettings } from '../../../../sidecar/hub/hub-settings.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { subscription } from '../store/store-subject.ts';
import { intentOf, startHub } from './hub-in-process.ts';
import type { OpenStore } from './removal-rules.ts';

const MINUTE = 60_000;
const settings = { isRateLimited: true, maxPendingPerClient: 30 };
const NEWCOMER = 'https://newcomer.example/';

/** Callbacks of strangers that hold each verification for as long as they may. */
const tarpit = (
  clock: { after: (ms: number, call: () => void) => unknown },
  newcomer = NEWCOMER,
) => ({
  get: async ({ callback }: { readonly callback: string }) => {
    if (callback === newcomer) return undefined;
    await new Promise<void>((resolve) => clock.after(10_000, resolve));
    return { kind: 'unreached', fault: 'response', code: 'ETIMEDOUT', message: 'slow' } as const;
  },
});

/** How the hub stands up to more requests than it can verify, whatever the store. */
export function testFloods(open: OpenStore): void {
  const start = async (t: TestContext, changes: Partial<HubSettings>) => {
    const clock = new ManualClock();
    return startHub(t, { settings: changes, clock, store: await open(t, clock) });
  };

  for (const clients of [1, 40]) {
    test(`while ${clients} client(s) flood the hub, a newcomer is verified within a minute`, async (t) => {
      const { hub, callbacks, clock, subscriptions, log } = await start(t, settings);
      callbacks.script = tarpit(clock);
      let names = 0;
      const flood = async (each: number) => {
        const answers: string[] = [];
        for (let client = 0; client < clients; client++) {
          for (let index = 0; index < each; index++) {
            const callback = `https://n${names++}.tarpit.example/`;
            answers.push(await hub.accept(intentOf({ callback }), `198.51.${client}.7`));
          }
        }
        return answers;
      };
      const answers = await flood(40);
      assert.ok(answers.includes('client-full'));
      await clock.advance(30_000);
      await flood(5);
      assert.equal(await hub.accept(intentOf({ callback: NEWCOMER }), '203.0.113.9'), 'accepted');
      for (let second = 0; second < 60; second += 10) {
        await clock.advance(10_000);
        await flood(5);
      }
      const active = (await subscriptions()).map(({ callback }) => callback);
      assert.deepEqual(active, [NEWCOMER]);
      const warnings = log.filter((line) => line.includes('were refused or given up'));
      assert.ok(warnings.length >= 1 && warnings.length <= 3, `${warnings.length} lines`);
      const { queue } = await hub.status();
      assert.ok((queue.refused['client-full'] ?? 0) > 0);
      assert.ok(queue.waiting <= 1_000);
      assert.equal(queue.mostOfClient <= 30, true);
    });
  }

  for (const { what, callbackOf } of [
    {
      what: 'addresses',
      callbackOf: (index: number) => `https://93.184.216.${index % 200}/${index}`,
    },
    { what: 'names', callbackOf: (index: number) => `https://n${index}.tarpit.example/` },
  ]) {
    test(`while a client floods a network by ${what}, a newcomer there is verified within a minute`, async (t) => {
      const { hub, callbacks, clock, subscriptions } = await start(t, settings);
      const own = what === 'names' ? NEWCOMER : 'https://93.184.216.250/';
      callbacks.script = { ...tarpit(clock, own), addresses: () => ['93.184.216.1'] };
      let asked = 0;
      const flood = async (count: number) => {
        for (let index = 0; index < count; index++) {
          const callback = callbackOf(asked++);
          await hub.accept(intentOf({ callback }), '198.51.100.7');
        }
      };
      await flood(40);
      for (let second = 0; second < 60; second++) {
        await clock.advance(1_000);
        await flood(1);
      }
      assert.equal(await hub.accept(intentOf({ callback: own }), '203.0.113.9'), 'accepted');
      for (let second = 0; second < 60; second++) {
        await clock.advance(1_000);
        await flood(1);
      }
      const active = (await subscriptions()).map(({ callback }) => callback);
      assert.deepEqual(active, [own]);
      assert.ok((await hub.status()).queue.mostOfNetwork <= 30);
    });
  }

  test('while a client floods the hub with renewals, another one renews within a minute', async (t) => {
    const { hub, callbacks, clock, store, subscriptions } = await start(t, settings);
    callbacks.script = tarpit(clock);
    const names = Array.from({ length: 1_000 }, (_, index) => `https://n${index}.tarpit.example/`);
    const { topic } = intentOf();
    await store.importAll({
      ...{ topics: [], requests: [], ended: [], blocked: [] },
      subscriptions: [NEWCOMER, ...names].map((callback) => ({
        ...subscription(new URL(callback).hostname, { topic, callback }),
        ...{ subscribedAt: clock.now(), expiresAt: clock.now() + 60 * MINUTE },
      })),
    });
    for (const callback of names) {
      assert.equal(await hub.accept(intentOf({ callback }), '198.51.100.7'), 'accepted');
    }
    await clock.advance(30_000);
    assert.equal(await hub.accept(intentOf({ callback: NEWCOMER }), '203.0.113.9'), 'accepted');
    await clock.advance(MINUTE);
    const all = await subscriptions();
    assert.equal(all.length, 1_001);
    const renewed = all.filter(({ expiresAt }) => expiresAt > clock.now() + 60 * MINUTE);
    assert.deepEqual(
      renewed.map(({ callback }) => callback),
      [NEWCOMER],
    );
  });

  test('shares are bounds of the queue, which hold where no rate is limited', async (t) => {
    const { hub, callbacks, clock } = await start(t, { ...settings, isRateLimited: false });
    callbacks.script = tarpit(clock);
    const answers = [];
    for (let index = 0; index < 31; index++) {
      const callback = `https://n${index}.tarpit.example/`;
      answers.push(await hub.accept(intentOf({ callback }), '198.51.100.1'));
    }
    assert.deepEqual(answers, [...Array(30).fill('accepted'), 'client-full']);
    // Neighbors are one client.
    const neighbor = intentOf({ callback: 'https://neighbor.example/' });
    assert.equal(await hub.accept(neighbor, '198.51.100.77'), 'client-full');
    // Another client has its own share, and addresses of one network have one as well.
    for (let index = 0; index < 31; index++) {
      const callback = `https://93.184.216.${index}/`;
      const answer = await hub.accept(intentOf({ callback }), `198.51.${index + 2}.1`);
      assert.equal(answer, index < 30 ? 'accepted' : 'network-full');
    }
  });

  test('without a share (0) one client may have as many as the queue holds', async (t) => {
    const { hub, callbacks, clock } = await start(t, {
      isRateLimited: false,
      maxPendingPerClient: 0,
    });
    callbacks.script = tarpit(clock);
    const answers = new Set<string>();
    for (let index = 0; index < 1_001; index++) {
      const callback = `https://n${index}.tarpit.example/`;
      answers.add(await hub.accept(intentOf({ callback }), '198.51.100.1'));
    }
    assert.deepEqual([...answers], ['accepted', 'queue-full']);
    // Whoever holds most makes room for others.
    assert.equal(await hub.accept(intentOf({ callback: NEWCOMER }), '203.0.113.9'), 'accepted');
  });

  test('whoever waits for a crowded network is given up after five minutes, and can read why', async (t) => {
    const { hub, callbacks, clock, store } = await start(t, settings);
    callbacks.script = {
      get: () => ({ kind: 'unreached', fault: 'crowded', code: undefined, message: 'crowded' }),
    };
    await hub.accept(intentOf(), '198.51.100.1');
    await clock.advance(4 * MINUTE);
    assert.equal((await store.listRequests({})).length, 1);
    await clock.advance(2 * MINUTE);
    assert.equal((await store.listRequests({})).length, 0);
    const { topic, callback, host } = intentOf();
    const state = await hub.inspect({ topic, callback, host });
    assert.deepEqual([state?.ended?.reason, state?.ended?.fault?.kind], ['crowded', 'crowded']);
  });
}
