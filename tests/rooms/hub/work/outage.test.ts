import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLength } from '../../../support/at-length.ts';
import { LADDER, startHub, unreached } from './hub-in-process.ts';

const MINUTE = 60_000;
const EDITS = 4;
const BETWEEN_MS = atLength(60, 5) * MINUTE;
const settings = { retryDelays: LADDER };

for (const [fault, countedOnce] of [
  ['local', 0],
  // A firewall that drops everything: the first four may be dead, from the fifth on it is our side.
  ['connection', 4],
] as const) {
  test(`an outage of our own network (${fault}) ends no subscription, and all get the newest soon after`, async (t) => {
    const { requestMany, publish, callbacks, clock, failures } = await startHub(t, { settings });
    await requestMany(40);
    callbacks.script = { get: () => unreached(fault), post: () => unreached(fault) };
    for (let edit = 1; edit <= EDITS; edit++) {
      await publish(`edit ${edit}`);
      await clock.advance(BETWEEN_MS - 100);
    }
    const counted = (await failures()).filter(([, count]) => count === 1);
    assert.deepEqual([(await failures()).length, counted.length], [40, countedOnce]);
    callbacks.script = {};
    callbacks.delivered.length = 0;
    await clock.advance(61_000);
    assert.deepEqual(callbacks.texts(), Array(40).fill(`edit ${EDITS}`));
  });
}

test('hosts that refuse before a live one answers get each change once, and are gone after three', async (t) => {
  const { requestMany, publish, callbacks, clock, subscriptions } = await startHub(t);
  await requestMany(20, 'dead');
  await requestMany(1, 'live');
  callbacks.script = {
    post: async ({ callback }) => {
      if (callback.includes('dead')) return unreached('connection');
      await new Promise<void>((resolve) => clock.after(3_000, resolve));
      return undefined;
    },
  };
  for (const text of ['one', 'two', 'three']) {
    await publish(text);
    await clock.advance(6_000);
    assert.deepEqual(callbacks.texts('dead'), Array(20).fill(text));
    callbacks.delivered.length = 0;
  }
  assert.deepEqual(
    (await subscriptions()).map(({ host }) => host),
    ['live0.example'],
  );
});
