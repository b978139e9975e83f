import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { intentOf, startHub, unreached } from './hub-in-process.ts';

const MINUTE = 60_000;
const settings = { isRateLimited: true, maxPendingPerClient: 30 };
const NEWCOMER = 'https://newcomer.example/';
const FLOODED = '93.184.216.1';

/** A hub whose strangers hold each verification for as long as they may, and a newcomer. */
async function start(t: TestContext) {
  const started = await startHub(t, { settings });
  const { hub, callbacks, clock, subscriptions } = started;
  let names = 0;
  callbacks.script = {
    get: async ({ callback }) => {
      if (callback === NEWCOMER) return undefined;
      await new Promise<void>((resolve) => clock.after(10_000, resolve));
      return unreached('response');
    },
  };
  return {
    ...started,
    /** Asks for many subscriptions, each of a name of its own. */
    flood: async (count: number, client: string) => {
      const answers: string[] = [];
      for (let index = 0; index < count; index++) {
        const callback = `https://n${names++}.tarpit.example/`;
        answers.push(await hub.accept(intentOf({ callback }), client));
      }
      return answers;
    },
    come: () => hub.accept(intentOf({ callback: NEWCOMER }), '203.0.113.9'),
    active: async () => (await subscriptions()).map(({ callback }) => callback),
  };
}

test('while one client floods the hub, a newcomer of another network is verified within a minute', async (t) => {
  const { hub, clock, flood, come, active } = await start(t);
  const answers = await flood(40, '198.51.100.7');
  assert.deepEqual(answers, [...Array(30).fill('accepted'), ...Array(10).fill('client-full')]);
  // Neighbors are one client.
  assert.deepEqual(await flood(1, '198.51.100.77'), ['client-full']);
  await clock.advance(30_000);
  assert.equal(await come(), 'accepted');
  await clock.advance(MINUTE);
  assert.deepEqual(await active(), [NEWCOMER]);
  assert.ok((await hub.status()).queue.waiting <= 30);
});

test('while one network of callbacks is flooded, a newcomer elsewhere is verified within a minute', async (t) => {
  const { callbacks, clock, flood, come, active } = await start(t);
  callbacks.script = {
    ...callbacks.script,
    addresses: (callback) => [callback === NEWCOMER ? '203.0.113.200' : FLOODED],
  };
  for (let client = 0; client < 10; client++) await flood(30, `198.51.${client}.7`);
  await clock.advance(30_000);
  assert.equal(await come(), 'accepted');
  await clock.advance(MINUTE);
  assert.deepEqual(await active(), [NEWCOMER]);
  // Ten at once, and ten a minute.
  assert.ok(callbacks.asked.length <= 26, `${callbacks.asked.length}`);
});
