import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentOf, never, saying, startHub, status, unreached } from './hub-in-process.ts';

const CALLBACK = intentOf().callback;
const LONG_MS = 200_000;
const fail = { post: () => status(500) };

test('H26 §7, part 6 rule 5, part 8: three failed changes in a row end a subscription; any success begins the count again', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t, {
    settings: { retryDelays: [] },
  });
  await request();
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) {
    callbacks.script = text === 'three' ? {} : fail;
    await publish(text);
    await clock.advance(LONG_MS);
    assert.equal((await subscriptions()).length, text === 'six' ? 0 : 1, text);
  }
});

test('H23 §7: 410 ends a subscription at once, without a notice', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(410) };
  await publish('news');
  await clock.advance(LONG_MS);
  assert.deepEqual(await subscriptions(), []);
  assert.equal(callbacks.asked.length, 1);
});

test('Retry-After puts off the same content, not newer content, and does not excuse', async (t) => {
  const { request, publish, callbacks, clock, failures } = await startHub(t);
  await request();
  callbacks.script = { post: () => status(503, '600') };
  await publish('one');
  await clock.advance(599_000);
  assert.deepEqual(callbacks.texts(), ['one']);
  await publish('two');
  assert.deepEqual(callbacks.texts(), ['one', 'two']);
  assert.deepEqual(await failures(), [[1, 2]]);
  await publish('three');
  assert.deepEqual(await failures(), []);
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

test('notices have no part in the limits of verifications', async (t) => {
  const settings = { isRateLimited: true, maxSubscriptionsPerHost: 0 };
  const { callbacks, clock, store, request } = await startHub(t, { settings });
  for (let index = 0; index < 40; index++) {
    await request({ callback: `https://one.example/${index}` });
  }
  await clock.advance(300_000);
  callbacks.asked.length = 0;
  const end = { reason: 'removed', isNotified: true } as const;
  const { subscriptions } = await store.endRows({ host: 'one.example' }, end, clock.now());
  assert.equal(subscriptions, 40);
  await clock.advance(65_000);
  assert.equal(callbacks.asked.length, 40);
  await request({ callback: 'https://one.example/again' });
  assert.equal(callbacks.asked.at(-1)?.parameters['hub.mode'], 'subscribe');
});

test('a notice that fails is tried with pauses, whatever the delays, and has a line in the log', async (t) => {
  const settings = { retryDelays: [0] };
  const { request, callbacks, clock, store, log } = await startHub(t, { settings });
  await request();
  callbacks.asked.length = 0;
  callbacks.script = { get: () => saying('', 503) };
  await store.endRows({ callback: CALLBACK }, { reason: 'removed', isNotified: true }, clock.now());
  await clock.advance(6 * 3_600_000);
  assert.ok(
    callbacks.asked.length >= 6 && callbacks.asked.length <= 9,
    `${callbacks.asked.length}`,
  );
  assert.ok(log.includes('a notice of an end failed: it answered 503'));
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

test('the row says what failed last, when, and when it is tried again', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = { post: () => ({ ...unreached('tls'), code: 'CERT_HAS_EXPIRED' }) };
  await publish('news');
  const [failing] = await subscriptions();
  assert.deepEqual(
    [failing?.fault?.kind, failing?.fault?.code, failing?.attempts],
    ['tls', 'CERT_HAS_EXPIRED', 1],
  );
  assert.ok((failing?.readyAt ?? 0) > clock.now());
  callbacks.script = {};
  await clock.advance(LONG_MS);
  const [well] = await subscriptions();
  assert.equal(typeof well?.latencyMs, 'number');
  assert.equal(well?.failedAt, failing?.failedAt);
  // So does a renewal that was refused.
  callbacks.script = { get: () => saying('no') };
  await request();
  assert.equal((await subscriptions())[0]?.refusal?.kind, 'challenge');
});

test('each failed attempt has a line until there are many; the others are counted', async (t) => {
  const { requestMany, publish, callbacks, clock, log } = await startHub(t);
  await requestMany(50);
  callbacks.script = { post: () => status(500) };
  await publish('news');
  await clock.advance(61_000);
  const lines = log.filter((line) => line.startsWith('a delivery failed: it answered 500'));
  assert.equal(lines.length, 20);
  assert.equal(log.filter((line) => line === '80 more attempts failed within a minute').length, 1);
});
