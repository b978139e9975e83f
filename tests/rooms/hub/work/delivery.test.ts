import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { type HubStore, StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { createFastFolder } from '../../../support/content-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import {
  HUB_BASE_URL,
  intentOf,
  never,
  startHub,
  status,
  TOPIC,
  unreached,
} from './hub-in-process.ts';

const CALLBACK = intentOf().callback;
const ATOM = `${HUB_BASE_URL}/feed.xml`;
const JSON_FEED = `${HUB_BASE_URL}/api/feed.json`;

test('H19 §7, H20 §7, H21 §7, H27 §7.1, part 6 rules 1 to 3: a change is sent whole, with type, links and signature', async (t) => {
  const settings = { signatureAlgorithm: 'sha512' } as const;
  const { request, publish, callbacks } = await startHub(t, { settings });
  for (const topic of [ATOM, JSON_FEED]) await request({ topic });
  await request({ topic: TOPIC, secret: 'geheim ✓' });
  await publish('größer');
  const hmac = createHmac('sha512', 'geheim ✓').update('/reviews.json: größer').digest('hex');
  const sent = (topic: string, type: string, signature = {}) => ({
    callback: CALLBACK,
    body: `${new URL(topic).pathname}: größer`,
    headers: {
      'Content-Type': type,
      Link: `<${topic}>; rel="self", <${HUB_BASE_URL}/api/websub/hub>; rel="hub"`,
      ...signature,
    },
  });
  assert.deepEqual(
    callbacks.delivered.toSorted((one, other) => (one.body < other.body ? -1 : 1)),
    [
      sent(JSON_FEED, 'application/json'),
      sent(ATOM, 'application/atom+xml'),
      sent(TOPIC, 'application/json', { 'X-Hub-Signature': `sha512=${hmac}` }),
    ],
  );
});

test('H10 §1: callbacks that differ in their query only are two; one callback may have three topics', async (t) => {
  const { request, publish, callbacks } = await startHub(t);
  // Nothing is delivered at the subscription, only from the next change on, once.
  await publish('old');
  for (const callback of ['?a=1', '?a=2', '?a=1']) await request({ callback: CALLBACK + callback });
  await request({ topic: ATOM, callback: `${CALLBACK}?a=1` });
  assert.deepEqual(callbacks.texts(), []);
  await publish('new');
  await publish('new');
  assert.deepEqual(callbacks.texts('?a=1'), ['new', 'new']);
  assert.deepEqual(callbacks.texts('?a=2'), ['new']);
});

test('content that changes while another is delivered follows it, the newest only', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  await request();
  const first = Promise.withResolvers<undefined>();
  callbacks.script = { post: ({ body }) => (body.endsWith('one') ? first.promise : undefined) };
  for (const text of ['one', 'two', 'three']) await publish(text);
  assert.deepEqual(callbacks.texts(), ['one']);
  first.resolve(undefined);
  await clock.advance(1_000);
  assert.deepEqual(callbacks.texts(), ['one', 'three']);
});

test('each of hundreds gets a change once; no more is in flight than the bounds say', async (t) => {
  const settings = { concurrency: 7, concurrencyPerHost: 2 };
  const { request, publish, callbacks, clock } = await startHub(t, { settings });
  for (let index = 0; index < 300; index++) {
    await request({ callback: `https://h${index % 6}.example/${index}` });
  }
  callbacks.mostInFlight = 0;
  const gate = Promise.withResolvers<undefined>();
  callbacks.script = { post: () => gate.promise };
  await publish('news');
  assert.equal(callbacks.mostInFlight, 7);
  assert.equal(Math.max(...callbacks.inFlight.values()), 2);
  gate.resolve(undefined);
  await clock.advance(60_000);
  assert.equal(callbacks.delivered.length, 300);
  assert.equal(new Set(callbacks.delivered.map(({ callback }) => callback)).size, 300);
});

test('one dead host, with however many subscriptions, delays nobody else', async (t) => {
  const { request, requestMany, publish, callbacks } = await startHub(t);
  for (let index = 0; index < 300; index++) {
    await request({ callback: `https://dead.example/${index}` });
  }
  await requestMany(50, 'live');
  callbacks.script = { post: ({ callback }) => (callback.includes('dead') ? never() : undefined) };
  await publish('news');
  assert.equal(callbacks.texts('live').length, 50);
});

test('subscribers that failed before take half of the slots at most, of all topics together', async (t) => {
  const settings = { concurrency: 10, retryDelays: [10] };
  const { requestMany, publish, callbacks, clock } = await startHub(t, { settings });
  const subscribe = async (name: string) => {
    for (const topic of [TOPIC, ATOM, JSON_FEED]) await requestMany(30, name, { topic });
  };
  await subscribe('bad');
  callbacks.script = { post: () => status(500) };
  await publish('one');
  await subscribe('good');
  callbacks.script = { post: ({ callback }) => (callback.includes('bad') ? never() : undefined) };
  await clock.advance(15_000);
  callbacks.delivered.length = 0;
  await publish('two');
  assert.equal(callbacks.texts('good').length, 90);
  const stuck = [...callbacks.inFlight.values()].reduce((sum, count) => sum + count, 0);
  assert.equal(stuck, 5);
});

test('subscribers that failed before are tried as fast as they answer', async (t) => {
  const settings = { concurrency: 20, retryDelays: [10] };
  const { requestMany, publish, callbacks, clock } = await startHub(t, { settings });
  await requestMany(100, 'bad');
  callbacks.script = { post: () => status(500) };
  await publish('one');
  await clock.advance(1_000);
  callbacks.delivered.length = 0;
  callbacks.script = {
    post: async () => {
      await new Promise<void>((resolve) => clock.after(20, resolve));
      return status(204);
    },
  };
  await clock.advance(8_000);
  assert.equal(callbacks.delivered.length, 0);
  // They are due within the next two seconds, and ten at a time are in flight.
  for (let ms = 0; ms < 2_500; ms += 10) await clock.advance(10);
  assert.equal(callbacks.delivered.length, 100);
});

test('a delivery that was in flight at a kill is made after the restart; others are not repeated', async (t) => {
  const { request, callbacks, publish, restart } = await startHub(t);
  for (const name of ['acked', 'cut']) await request({ callback: `https://${name}.example/` });
  callbacks.script = { post: ({ callback }) => (callback.includes('cut') ? never() : undefined) };
  await publish('news', 5);
  const second = await restart();
  await second.publish('news', 5);
  assert.deepEqual(
    second.callbacks.delivered.map(({ callback }) => callback),
    ['https://cut.example/'],
  );
});

test('stop records what ends in time, cuts off or gives back the rest, and blames nobody', async (t) => {
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

test('stop waits for what else is in flight where outcomes cannot be stored', async (t) => {
  const clock = new ManualClock();
  const file = join(createFastFolder(t), 'hub.sqlite');
  const stored = await openStore({ databaseUrl: undefined, file }, clock.now);
  let isAway = false;
  const settle: HubStore['settle'] = async (settlements) => {
    if (isAway) throw new StoreUnavailableError('It is away.');
    return stored.settle(settlements);
  };
  const store = new Proxy(stored, {
    get: (target, name) => (name === 'settle' ? settle : Reflect.get(target, name)),
  });
  const { hub, request, publish, callbacks } = await startHub(t, { store, clock });
  await request();
  const answer = () =>
    new Promise<undefined>((resolve) => clock.after(3_000, () => resolve(undefined)));
  callbacks.script = { get: answer };
  await hub.accept(intentOf({ callback: `${CALLBACK}?late` }), '192.0.2.1');
  isAway = true;
  await publish('news');
  let isStopped = false;
  const stopped = assert.rejects(hub.stop(), StoreUnavailableError).then(() => {
    isStopped = true;
  });
  await clock.advance(2_000);
  assert.equal(isStopped, false);
  await clock.advance(1_000);
  await stopped;
  isAway = false;
});

test('H25 §7: a notification that fails twice is sent a third time, and its success is one', async (t) => {
  const { request, publish, callbacks, clock, failures } = await startHub(t);
  await request();
  const isBroken = () => callbacks.delivered.length < 3;
  callbacks.script = { post: () => (isBroken() ? unreached('response') : undefined) };
  await publish('news');
  await clock.advance(10_000);
  assert.equal(callbacks.delivered.length, 2);
  await clock.advance(60_000);
  assert.equal(callbacks.delivered.length, 3);
  assert.deepEqual(await failures(), [[0, 0]]);
});

test('what waits for its turn is not delivered after the end of its subscription', async (t) => {
  const settings = { concurrency: 1 };
  const { request, requestMany, publish, callbacks, clock } = await startHub(t, { settings });
  await requestMany(2);
  const gate = Promise.withResolvers<undefined>();
  callbacks.script = { post: () => gate.promise };
  await publish('news');
  const other = callbacks.texts('h0').length > 0 ? 'h1' : 'h0';
  await request({ mode: 'unsubscribe', callback: `https://${other}.example/` });
  gate.resolve(undefined);
  await clock.advance(60_000);
  assert.equal(callbacks.delivered.length, 1);
});

test('what others write into the store is noticed within a minute', async (t) => {
  const { request, publish, callbacks, clock, store } = await startHub(t);
  await request();
  await publish('news');
  const content = await store.exportAll();
  const end = { reason: 'removed', isNotified: false } as const;
  await store.endRows({ callback: CALLBACK }, end, clock.now());
  // As by a command, beside the hub: a subscriber that lacks the version, and a request.
  const moved = { callback: `${CALLBACK}?moved`, acknowledged: 0 };
  const subscriptions = content.subscriptions.map((one) => ({ ...one, ...moved }));
  const now = clock.now();
  const never = { failedAt: undefined, fault: undefined };
  const times = { requestedAt: now, attempts: 0, readyAt: now, ...never };
  const requests = [{ ...intentOf({ callback: `${CALLBACK}?asked` }), ...times }];
  await store.importAll({ ...content, subscriptions, requests });
  await clock.advance(60_000);
  assert.equal(callbacks.delivered.at(-1)?.callback, `${CALLBACK}?moved`);
  assert.equal(callbacks.asked.at(-1)?.callback, `${CALLBACK}?asked`);
});

test('H18 §8.2, part 3: nothing is delivered once the lease has ended', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  const startedAt = clock.now();
  await request({ leaseSeconds: 60 });
  await clock.advance(startedAt + 59_000 - clock.now());
  await publish('in time');
  await clock.advance(startedAt + 61_000 - clock.now());
  await publish('too late');
  assert.deepEqual(callbacks.texts(), ['in time']);
});

test('the status counts as it goes; a lease that ended is counted for a day, and kept for a week', async (t) => {
  const { hub, request, publish, callbacks, clock, subscriptions } = await startHub(t);
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
  await clock.skip(86_400_000 + 120_000);
  assert.deepEqual(await counts(), [0, 0, 0, changedAt]);
  assert.equal((await subscriptions()).length, 1);
  await clock.skip(6 * 86_400_000);
  assert.deepEqual(await subscriptions(), []);
  assert.equal(callbacks.asked.length, 1);
});

test('an older release than the one announced is never sent, nor in place of a newer one', async (t) => {
  const first = await startHub(t);
  await first.request();
  first.callbacks.script = { post: never };
  await first.publish('new', 9);
  await first.stop();
  const stale = await first.restart();
  await stale.publish('old', 5);
  await stale.clock.advance(600_000);
  assert.deepEqual(stale.callbacks.texts(), []);
  assert.match(stale.log.join('\n'), /newer release was announced/);
  await stale.publish('new', 10);
  assert.deepEqual(stale.callbacks.texts(), ['new']);
});

test('from A to B and back to A: the last thing that everybody gets is A', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  for (const name of ['quick', 'slow']) await request({ callback: `https://${name}.example/` });
  await publish('A');
  const slow = Promise.withResolvers<undefined>();
  callbacks.script = {
    post: ({ callback }) => (callback.includes('slow') ? slow.promise : undefined),
  };
  await publish('B');
  await publish('A');
  slow.resolve(undefined);
  await clock.advance(1_000);
  for (const name of ['quick', 'slow']) assert.deepEqual(callbacks.texts(name), ['A', 'B', 'A']);
});
