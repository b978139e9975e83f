import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNLIMITED } from '../store/store-actions.ts';
import { intentOf, never, startHub } from './hub-in-process.ts';

const CALLBACK = intentOf().callback;

test('500 hosts that never answer do not delay the first notification of a good one', async (t) => {
  const { requestMany, request, publish, callbacks, clock } = await startHub(t);
  await requestMany(500, 'silent');
  await request();
  callbacks.script = { post: ({ callback }) => (/silent/.test(callback) ? never() : undefined) };
  await publish('news');
  await clock.advance(4_900);
  assert.deepEqual(callbacks.texts('subscriber'), ['news']);
  assert.equal(callbacks.texts('silent').length, 500);
});

test('stop records what ends in time, gives back the rest, and blames nobody', async (t) => {
  const first = await startHub(t, { settings: { concurrency: 2 } });
  await first.requestMany(5);
  const gate = Promise.withResolvers<undefined>();
  const { callbacks } = first;
  callbacks.script = { post: () => (callbacks.delivered.length === 1 ? gate.promise : never()) };
  await first.publish('news', 5);
  assert.equal(callbacks.delivered.length, 2);
  const stopped = first.stop();
  gate.resolve(undefined);
  await stopped;
  const second = await first.restart();
  assert.deepEqual(await second.failures(), Array(5).fill([0, 0]));
  await second.publish('news', 5);
  assert.equal(second.callbacks.delivered.length, 4);
});

test('what others write into the store is noticed within a minute', async (t) => {
  const { request, callbacks, clock, store } = await startHub(t);
  await request();
  const end = { reason: 'removed', isNotified: true } as const;
  await store.end({ callback: CALLBACK }, end, clock.now());
  const other = intentOf({ callback: `${CALLBACK}?other` });
  await store.accept(other, '192.0.2.1', UNLIMITED, clock.now());
  await clock.advance(60_000);
  const asked = callbacks.asked.slice(1).map(({ parameters }) => parameters['hub.mode']);
  assert.deepEqual(asked.toSorted(), ['denied', 'subscribe']);
});

test('a delivery may take all of a long HUB_TIMEOUT_SECONDS, and so may one that waits for it', async (t) => {
  const settings = { timeout: 300 };
  const { request, publish, callbacks, clock, failures } = await startHub(t, { settings });
  // A host has two slots: of three callbacks one waits.
  const urls = ['alone.example/', 'many.example/1', 'many.example/2', 'many.example/3'];
  for (const url of urls) await request({ callback: `https://${url}` });
  const wait = () =>
    new Promise<undefined>((resolve) => clock.after(299_999, () => resolve(undefined)));
  callbacks.script = { post: wait };
  await publish('news');
  await clock.advance(660_000);
  // No delivery in flight was taken for lost.
  assert.deepEqual(callbacks.delivered.map(({ callback }) => callback.slice(8)).toSorted(), urls);
  assert.deepEqual(await failures(), Array(4).fill([0, 0]));
});
