import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHub } from '../support/hub-in-process.ts';
import { unreached } from '../support/scripted-callbacks.ts';

const LONG_MS = 300_000;

for (const fault of ['local', 'silent'] as const) {
  test(`three edits without a network (${fault}): nobody is unsubscribed or counted, all get the last`, async (t) => {
    const { hub, request, publish, callbacks, clock, subscriptions } = await startHub(t);
    for (let index = 0; index < 40; index++) {
      await request({ callback: `https://h${index}.example/` });
    }
    await publish('before');
    await clock.advance(LONG_MS);
    callbacks.script = { get: () => unreached(fault), post: () => unreached(fault) };
    for (const text of ['one', 'two', 'three']) {
      await publish(text);
      await clock.advance(LONG_MS);
    }
    assert.equal((await hub.status()).isPaused, true);
    const known = await subscriptions();
    assert.equal(known.length, 40);
    assert.ok(
      known.every(({ failures }) => failures <= 1),
      JSON.stringify(known[0]),
    );
    callbacks.script = {};
    callbacks.delivered.length = 0;
    await clock.advance(LONG_MS);
    assert.equal((await hub.status()).isPaused, false);
    assert.deepEqual(
      new Set(callbacks.delivered.map(({ body }) => body)),
      new Set(['/reviews.json: three']),
    );
    assert.equal(new Set(callbacks.delivered.map(({ callback }) => callback)).size, 40);
    assert.ok((await subscriptions()).every(({ failures, attempts }) => failures + attempts === 0));
  });
}

test('a hub that starts without a network blames nobody from the first attempt on', async (t) => {
  const { request, clock, file, stop } = await startHub(t);
  for (let index = 0; index < 10; index++) {
    await request({ callback: `https://h${index}.example/` });
  }
  await stop();
  const again = await startHub(t, { file, clock });
  again.callbacks.script = { post: () => unreached('local') };
  for (const text of ['one', 'two', 'three', 'four']) {
    await again.publish(text);
    await clock.advance(LONG_MS);
  }
  const known = await again.subscriptions();
  assert.deepEqual(
    new Set(known.map(({ failures, attempts }) => failures + attempts)),
    new Set([0]),
  );
  assert.equal(known.length, 10);
});

test('a lone subscriber without a network is not blamed either', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => unreached('local') };
  for (const text of ['one', 'two', 'three', 'four']) {
    await publish(text);
    await clock.advance(LONG_MS);
  }
  assert.equal((await subscriptions()).length, 1);
});

test('while the network is down only a few are tried, more and more seldom', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  for (let index = 0; index < 200; index++) {
    await request({ callback: `https://h${index}.example/` });
  }
  callbacks.script = { post: () => unreached('local') };
  await publish('news');
  await clock.advance(60_000);
  callbacks.delivered.length = 0;
  await clock.advance(600_000);
  assert.ok(callbacks.delivered.length > 5, `${callbacks.delivered.length}`);
  assert.ok(callbacks.delivered.length < 60, `${callbacks.delivered.length}`);
});

test('hosts that are down among others that are not are to blame', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  for (let index = 0; index < 10; index++) {
    await request({ callback: `https://h${index}.example/` });
  }
  callbacks.script = {
    post: ({ callback }) => (/h[01]\./.test(callback) ? unreached('silent') : undefined),
  };
  for (const text of ['one', 'two', 'three']) {
    await publish(text);
    await clock.advance(LONG_MS);
  }
  assert.equal((await subscriptions()).length, 8);
});

test('a verification without a network waits and is made later', async (t) => {
  const { request, callbacks, clock, subscriptions } = await startHub(t);
  callbacks.script = { get: () => unreached('local') };
  await request();
  await clock.advance(LONG_MS);
  callbacks.script = {};
  await clock.advance(60_000);
  assert.equal((await subscriptions()).length, 1);
});
