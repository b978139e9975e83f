import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentOf, startHub, status, TOPIC } from '../../support/hub-in-process.ts';

const CALLBACK = intentOf().callback;
const LONG_MS = 200_000;

test('H26 §7, part 6 rule 5, part 8: three failed notifications in a row end a subscription, with a notice', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(500) };
  for (const [index, text] of ['one', 'two', 'three'].entries()) {
    assert.equal((await subscriptions()).length, 1);
    await publish(text);
    await clock.advance(LONG_MS);
    assert.equal(callbacks.delivered.length, 3 * (index + 1));
  }
  assert.deepEqual(await subscriptions(), []);
  assert.deepEqual(callbacks.asked.at(-1), {
    callback: CALLBACK,
    parameters: {
      'hub.mode': 'denied',
      'hub.topic': TOPIC,
      'hub.reason': '3 consecutive deliveries failed',
    },
  });
  await publish('four');
  assert.equal(callbacks.delivered.length, 9);
  // Who was removed may subscribe again.
  callbacks.script = {};
  await request();
  await publish('five');
  assert.equal(callbacks.delivered.at(-1)?.body, '/reviews.json: five');
});

test('H23 §7: 410 ends a subscription at once, without a notice', async (t) => {
  const { request, publish, callbacks, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(410) };
  await publish('news');
  assert.deepEqual(await subscriptions(), []);
  assert.equal(callbacks.asked.length, 1);
});

test('a notification that is superseded after it failed counts as one failure', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(500) };
  await publish('one');
  await publish('two');
  await clock.advance(10_000);
  const [subscription] = await subscriptions();
  assert.deepEqual([subscription?.failures, subscription?.attempts], [1, 1]);
  assert.deepEqual(
    callbacks.delivered.map(({ body }) => body.split(' ')[1]),
    ['one', 'two'],
  );
});

test('a subscriber in trouble is not asked more often because of edits', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(500) };
  for (let edit = 0; edit < 9; edit++) {
    await publish(`edit ${edit}`);
    await clock.advance(900);
  }
  // A restart of a few seconds unsubscribes nobody, however many edits it lies under.
  assert.equal(callbacks.delivered.length, 1);
  callbacks.script = {};
  await clock.advance(10_000);
  assert.equal(callbacks.delivered.at(-1)?.body, '/reviews.json: edit 8');
  assert.equal((await subscriptions())[0]?.failures, 0);
});

test('Retry-After is waited for, also by newer content', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(503, '1800') };
  await publish('one');
  callbacks.script = {};
  await clock.advance(900_000);
  await publish('two');
  await clock.advance(800_000);
  assert.equal(callbacks.delivered.length, 1);
  await clock.advance(200_000);
  assert.deepEqual(
    callbacks.delivered.map(({ body }) => body.split(' ')[1]),
    ['one', 'two'],
  );
});

test('a notice that cannot be told holds up nothing', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t, {
    settings: { retryDelays: [] },
  });
  for (const name of ['bad', 'good']) await request({ callback: `https://${name}.example/` });
  callbacks.script = {
    get: () => new Promise(() => {}),
    post: ({ callback }) => (callback.includes('bad') ? status(500) : undefined),
  };
  for (const text of ['one', 'two', 'three', 'four']) {
    await publish(text);
    await clock.advance(LONG_MS);
  }
  const good = callbacks.delivered.filter(({ callback }) => callback.includes('good'));
  assert.equal(good.length, 4);
});

test('who is renewed while the last chance is taken stays, and is told no end', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t, {
    settings: { retryDelays: [] },
  });
  await request();
  callbacks.script = { post: () => status(500) };
  await publish('one');
  await publish('two');
  const last = Promise.withResolvers<undefined>();
  callbacks.script = {
    post: async () => {
      await last.promise;
      return status(500);
    },
  };
  await publish('three');
  await request();
  last.resolve(undefined);
  await clock.advance(1_000);
  assert.equal((await subscriptions()).length, 1);
  assert.ok(callbacks.asked.every(({ parameters }) => parameters['hub.mode'] === 'subscribe'));
});
