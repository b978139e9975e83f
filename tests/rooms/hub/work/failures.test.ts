import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentOf, never, startHub, status, TOPIC } from '../../../support/hub-in-process.ts';

const CALLBACK = intentOf().callback;
const LONG_MS = 200_000;
const fail = { post: () => status(500) };

test('H26 §7, part 6 rule 5, part 8: three failed notifications in a row end a subscription, with a notice', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = fail;
  for (const [index, text] of ['one', 'two', 'three'].entries()) {
    assert.equal((await subscriptions()).length, 1);
    await publish(text);
    await clock.advance(LONG_MS);
    assert.equal(callbacks.delivered.length, 3 * (index + 1));
  }
  assert.deepEqual(await subscriptions(), []);
  const reason = '3 consecutive deliveries failed';
  const parameters = { 'hub.mode': 'denied', 'hub.topic': TOPIC, 'hub.reason': reason };
  assert.deepEqual(callbacks.asked.at(-1), { callback: CALLBACK, parameters });
  await publish('four');
  assert.equal(callbacks.delivered.length, 9);
  // Who was removed may subscribe again.
  callbacks.script = {};
  await request();
  await publish('five');
  assert.equal(callbacks.texts().at(-1), 'five');
});

test('H23 §7: 410 ends a subscription at once, without a notice', async (t) => {
  const { request, publish, callbacks, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(410) };
  await publish('news');
  assert.deepEqual(await subscriptions(), []);
  assert.equal(callbacks.asked.length, 1);
});

test('a subscriber in trouble is not asked more often because of edits, nor before its Retry-After', async (t) => {
  const { request, publish, callbacks, clock, failures } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(503, '60') };
  for (let edit = 0; edit < 9; edit++) {
    await publish(`edit ${edit}`);
    await clock.advance(900);
  }
  callbacks.script = {};
  await clock.advance(50_000);
  assert.equal(callbacks.delivered.length, 1);
  await clock.advance(10_000);
  // A restart of a minute unsubscribes nobody, however many edits it lies under.
  assert.deepEqual(callbacks.texts(), ['edit 0', 'edit 8']);
  assert.deepEqual(await failures(), [[0, 0]]);
});

test('a notice that nobody takes holds up nothing', async (t) => {
  const settings = { retryDelays: [] };
  const { request, publish, callbacks, clock } = await startHub(t, { settings });
  for (const name of ['bad', 'good']) await request({ callback: `https://${name}.example/` });
  callbacks.script = {
    get: never,
    post: ({ callback }) => (callback.includes('bad') ? status(500) : undefined),
  };
  for (const text of ['one', 'two', 'three', 'four']) {
    await publish(text);
    await clock.advance(LONG_MS);
  }
  assert.equal(callbacks.texts('good').length, 4);
});

test('who is renewed while the last chance is taken stays, and gets no notice', async (t) => {
  const settings = { retryDelays: [] };
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t, { settings });
  await request();
  callbacks.script = fail;
  await publish('one');
  await publish('two');
  const last = Promise.withResolvers<ReturnType<typeof status>>();
  callbacks.script = { post: () => last.promise };
  await publish('three');
  await request();
  last.resolve(status(500));
  await clock.advance(1_000);
  assert.equal((await subscriptions()).length, 1);
  assert.ok(callbacks.asked.every(({ parameters }) => parameters['hub.mode'] === 'subscribe'));
});
