import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { UNLIMITED } from '../store/store-actions.ts';
import { HUB_BASE_URL, intentOf, never, startHub, status, TOPIC } from './hub-in-process.ts';

const CALLBACK = intentOf().callback;

// Of all topics: tests/contract/requests/edits.ts.
test('H19 §7, H20 §7, H21 §7, H27 §7.1, part 6 rules 1 to 3: a change is sent whole, with type, links and signature', async (t) => {
  const settings = { signatureAlgorithm: 'sha512' } as const;
  const { request, publish, callbacks } = await startHub(t, { settings });
  await request({ topic: TOPIC, secret: 'geheim ✓' });
  await request({ callback: 'https://other.example/' });
  await publish('größer');
  const body = '/reviews.json: größer';
  const hmac = createHmac('sha512', 'geheim ✓').update(body).digest('hex');
  const headers = {
    'Content-Type': 'application/json',
    Link: `<${TOPIC}>; rel="self", <${HUB_BASE_URL}/api/websub/hub>; rel="hub"`,
  };
  assert.deepEqual(callbacks.delivered, [
    { callback: CALLBACK, body, headers: { ...headers, 'X-Hub-Signature': `sha512=${hmac}` } },
    { callback: 'https://other.example/', body, headers },
  ]);
});

for (const [hosts, mostMs] of [
  [40, 100],
  [500, 5_000],
] as const) {
  test(`${hosts} hosts that never answer do not delay the first notification of a good one`, async (t) => {
    const { requestMany, request, publish, callbacks, clock } = await startHub(t);
    await requestMany(hosts, 'silent');
    await request();
    callbacks.script = { post: ({ callback }) => (/silent/.test(callback) ? never() : undefined) };
    await publish('news');
    await clock.advance(mostMs - 100);
    assert.deepEqual(callbacks.texts('subscriber'), ['news']);
    assert.equal(callbacks.texts('silent').length, hosts);
  });
}

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

test('what waits for its turn is not delivered after the end of its subscription', async (t) => {
  const { requestOfHost, publish, callbacks, clock } = await startHub(t);
  await requestOfHost('h.example', 3);
  const gate = Promise.withResolvers<undefined>();
  callbacks.script = { post: () => gate.promise };
  await publish('news');
  const sent = new Set(callbacks.delivered.map(({ callback }) => callback));
  const waiting = [0, 1, 2]
    .map((path) => `https://h.example/${path}`)
    .filter((one) => !sent.has(one));
  await requestOfHost('h.example', 3, { mode: 'unsubscribe' });
  gate.resolve(undefined);
  await clock.advance(60_000);
  assert.deepEqual([waiting.length, callbacks.delivered.length], [1, 2]);
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

test('the status counts as it goes; a lease that ended is kept for a week', async (t) => {
  const { hub, request, publish, callbacks, clock, rows } = await startHub(t);
  await publish('first');
  callbacks.script = { post: never };
  const counts = async () => {
    const [topic] = (await hub.status()).topics;
    const { active, expired } = topic?.subscriptions ?? {};
    return [active, expired, topic?.undelivered, topic?.lastPublished];
  };
  const publishedAt = new Date(clock.now() - 100).toISOString();
  assert.deepEqual(await counts(), [0, 0, 0, publishedAt]);
  await request({ leaseSeconds: 60 });
  const changedAt = new Date(clock.now()).toISOString();
  await publish('second');
  assert.deepEqual(await counts(), [1, 0, 1, changedAt]);
  await clock.advance(61_000);
  assert.deepEqual(await counts(), [0, 1, 0, changedAt]);
  await clock.skip(6 * 86_400_000);
  assert.equal((await rows()).length, 1);
  await clock.skip(86_400_000 + 120_000);
  assert.deepEqual(await rows(), []);
});

test('each failed attempt has a line until there are many; the others are counted', async (t) => {
  const { requestMany, publish, callbacks, clock, log } = await startHub(t);
  await requestMany(50);
  callbacks.script = { post: () => status(500) };
  await publish('news');
  await clock.advance(61_000);
  const lines = log.filter((line) => line.startsWith('a delivery failed: it answered 500'));
  assert.equal(lines.length, 20);
  const sums = log.filter((line) => line.endsWith('more attempts failed within a minute'));
  assert.deepEqual(
    sums.map((line) => Number(line.split(' ')[0])),
    [80],
  );
});

test('a delivery may take all of a long HUB_TIMEOUT_SECONDS, and so may one that waits for it', async (t) => {
  const timeout = 300;
  const { request, publish, callbacks, clock, failures } = await startHub(t, {
    settings: { timeout },
  });
  // A host has two slots: of three callbacks one waits.
  const urls = ['alone.example/', 'many.example/1', 'many.example/2', 'many.example/3'];
  for (const url of urls) await request({ callback: `https://${url}` });
  callbacks.script = {
    post: async () => {
      await new Promise<void>((resolve) => clock.after(timeout * 1000 - 1, resolve));
      return undefined;
    },
  };
  await publish('news');
  await clock.advance(2 * timeout * 1000 + 60_000);
  // No delivery in flight was taken for lost.
  assert.deepEqual(callbacks.delivered.map(({ callback }) => callback.slice(8)).toSorted(), urls);
  assert.deepEqual(await failures(), Array(4).fill([0, 0]));
});

test('what was not delivered is sent at once after a renewal', async (t) => {
  const { request, publish, callbacks } = await startHub(t, { settings: { retryDelays: [] } });
  await request();
  callbacks.script = { post: () => status(500) };
  await publish('news');
  callbacks.script = {};
  await request();
  assert.deepEqual(callbacks.texts(), ['news', 'news']);
});
