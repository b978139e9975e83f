import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  HUB_BASE_URL,
  intentOf,
  startHub,
  status,
  TOPIC,
  unreached,
} from '../../support/hub-in-process.ts';

const CALLBACK = intentOf().callback;
const ATOM = `${HUB_BASE_URL}/feed.xml`;
const JSON_FEED = `${HUB_BASE_URL}/api/feed.json`;

test('H19 §7, H20 §7, H21 §7, H27 §7.1, part 6 rules 1 to 3: a change is sent whole, with type, links and signature', async (t) => {
  const settings = { signatureAlgorithm: 'sha512' } as const;
  const { request, publish, callbacks } = await startHub(t, { settings });
  for (const topic of [ATOM, JSON_FEED]) await request({ topic });
  await request({ topic: TOPIC, secret: 'geheim ✓' });
  await publish('größer');
  const hmac = createHmac('sha512', 'geheim ✓').update('/reviews.json: größer');
  const signature = `sha512=${hmac.digest('hex')}`;
  const byBody = callbacks.delivered.toSorted((one, other) => (one.body < other.body ? -1 : 1));
  const links = (topic: string) =>
    `<${HUB_BASE_URL}/api/websub/hub>; rel="hub", <${topic}>; rel="self"`;
  assert.deepEqual(byBody, [
    {
      callback: CALLBACK,
      body: '/api/feed.json: größer',
      headers: { 'Content-Type': 'application/json', Link: links(JSON_FEED) },
    },
    {
      callback: CALLBACK,
      body: '/feed.xml: größer',
      headers: { 'Content-Type': 'application/atom+xml', Link: links(ATOM) },
    },
    {
      callback: CALLBACK,
      body: '/reviews.json: größer',
      headers: {
        'Content-Type': 'application/json',
        Link: links(TOPIC),
        'X-Hub-Signature': signature,
      },
    },
  ]);
});

test('nothing is delivered at the subscription, only from the next change on, once', async (t) => {
  const { request, publish, callbacks } = await startHub(t);
  await publish('old');
  await request();
  assert.equal(callbacks.delivered.length, 0);
  await publish('new');
  await publish('new');
  assert.deepEqual(
    callbacks.delivered.map(({ body }) => body),
    ['/reviews.json: new'],
  );
});

test('H10 §1: callbacks that differ in their query only are two; one callback may have three topics', async (t) => {
  const { request, publish, callbacks } = await startHub(t);
  for (const callback of [`${CALLBACK}?a=1`, `${CALLBACK}?a=2`, `${CALLBACK}?a=1`]) {
    await request({ callback });
  }
  await request({ topic: ATOM, callback: `${CALLBACK}?a=1` });
  await publish('news');
  assert.deepEqual(callbacks.delivered.map(({ callback }) => callback).toSorted(), [
    `${CALLBACK}?a=1`,
    `${CALLBACK}?a=1`,
    `${CALLBACK}?a=2`,
  ]);
});

test('content that changes while another is delivered follows it, the newest only', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  await request();
  const first = Promise.withResolvers<undefined>();
  callbacks.script = { post: ({ body }) => (body.endsWith('one') ? first.promise : undefined) };
  await publish('one');
  await publish('two');
  await publish('three');
  assert.equal(callbacks.delivered.length, 1);
  first.resolve(undefined);
  await clock.advance(1_000);
  assert.deepEqual(
    callbacks.delivered.map(({ body }) => body.split(' ')[1]),
    ['one', 'three'],
  );
});

test('of a thousand subscribers each gets a change once', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  for (let index = 0; index < 1_000; index++) {
    await request({ callback: `https://h${index % 37}.example/${index}` });
  }
  await publish('news');
  await clock.advance(60_000);
  const reached = callbacks.delivered.map(({ callback }) => callback);
  assert.equal(reached.length, 1_000);
  assert.equal(new Set(reached).size, 1_000);
});

test('no more is under way than the bounds say, of one host and in all', async (t) => {
  const { request, publish, callbacks } = await startHub(t, {
    settings: { concurrency: 7, concurrencyPerHost: 2 },
  });
  for (let index = 0; index < 60; index++) {
    await request({ callback: `https://h${index % 6}.example/${index}` });
  }
  callbacks.mostUnderWay = 0;
  callbacks.script = { post: () => new Promise(() => {}) };
  await publish('news');
  assert.equal(callbacks.mostUnderWay, 7);
  assert.equal(Math.max(...callbacks.underWay.values()), 2);
});

test('one dead host, with however many subscriptions, delays nobody else', async (t) => {
  const { request, requestMany, publish, callbacks } = await startHub(t);
  for (let index = 0; index < 300; index++) {
    await request({ callback: `https://dead.example/${index}` });
  }
  await requestMany(50, 'live');
  callbacks.script = {
    post: ({ callback }) => (callback.includes('dead') ? new Promise(() => {}) : undefined),
  };
  await publish('news');
  const live = callbacks.delivered.filter(({ callback }) => callback.includes('live'));
  assert.equal(live.length, 50);
});

test('subscribers that failed before take half of the slots at most, of all topics together', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t, {
    settings: { concurrency: 10, retryDelays: [10] },
  });
  const subscribe = async (name: string) => {
    for (let index = 0; index < 30; index++) {
      for (const topic of [TOPIC, ATOM, JSON_FEED]) {
        await request({ topic, callback: `https://${name}${index}.example/` });
      }
    }
  };
  await subscribe('bad');
  callbacks.script = { post: () => status(500) };
  await publish('one');
  await subscribe('good');
  callbacks.script = {
    post: ({ callback }) => (callback.includes('bad') ? new Promise(() => {}) : undefined),
  };
  await clock.advance(15_000);
  callbacks.delivered.length = 0;
  await publish('two');
  const good = callbacks.delivered.filter(({ callback }) => callback.includes('good'));
  assert.equal(good.length, 90);
  const stuck = [...callbacks.underWay.values()].reduce((sum, count) => sum + count, 0);
  assert.equal(stuck, 5);
});

test('a delivery that was under way at a kill is made after the restart; others are not repeated', async (t) => {
  const first = await startHub(t);
  for (const name of ['acked', 'cut'])
    await first.request({ callback: `https://${name}.example/` });
  first.callbacks.script = {
    post: ({ callback }) => (callback.includes('cut') ? new Promise(() => {}) : undefined),
  };
  await first.publish('news', 5);
  const second = await startHub(t, { file: first.file, clock: first.clock });
  await second.publish('news', 5);
  assert.deepEqual(
    second.callbacks.delivered.map(({ callback }) => callback),
    ['https://cut.example/'],
  );
});

test('stop waits for what is under way, records it, and gives back the rest uncounted', async (t) => {
  const first = await startHub(t, { settings: { concurrency: 1 } });
  await first.requestMany(5);
  const gate = Promise.withResolvers<undefined>();
  first.callbacks.script = { post: () => gate.promise };
  await first.publish('news', 5);
  assert.equal(first.callbacks.delivered.length, 1);
  const stopped = first.stop();
  gate.resolve(undefined);
  await stopped;
  const second = await startHub(t, { file: first.file, clock: first.clock });
  const subscriptions = await second.subscriptions();
  assert.deepEqual(
    new Set(subscriptions.map(({ failures, attempts }) => failures + attempts)),
    new Set([0]),
  );
  await second.publish('news', 5);
  assert.equal(second.callbacks.delivered.length, 4);
});

test('a callback that never answers is cut off at the stop, and nobody is blamed', async (t) => {
  const first = await startHub(t);
  await first.request();
  first.callbacks.script = { post: () => new Promise(() => {}) };
  await first.publish('news', 5);
  await first.stop();
  const second = await startHub(t, { file: first.file, clock: first.clock });
  assert.deepEqual(
    (await second.subscriptions()).map(({ failures, attempts }) => [failures, attempts]),
    [[0, 0]],
  );
  await second.publish('news', 5);
  assert.equal(second.callbacks.delivered.length, 1);
});

test('H25 §7: a notification that fails twice is sent a third time, and its success is one', async (t) => {
  const { request, publish, callbacks, clock, subscriptions } = await startHub(t);
  await request();
  callbacks.script = {
    post: () => (callbacks.delivered.length < 3 ? unreached('broken') : undefined),
  };
  await publish('news');
  await clock.advance(10_000);
  assert.equal(callbacks.delivered.length, 2);
  await clock.advance(60_000);
  assert.equal(callbacks.delivered.length, 3);
  assert.deepEqual(
    (await subscriptions()).map(({ failures, attempts }) => [failures, attempts]),
    [[0, 0]],
  );
});

test('a secret that is replaced during a delivery: the version comes again, signed with the new one', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  await request({ secret: 'old' });
  const first = Promise.withResolvers<undefined>();
  callbacks.script = { post: () => (callbacks.delivered.length === 1 ? first.promise : undefined) };
  await publish('news');
  await request({ secret: 'new' });
  first.resolve(undefined);
  await clock.advance(60_000);
  const sign = (secret: string) =>
    `sha256=${createHmac('sha256', secret).update('/reviews.json: news').digest('hex')}`;
  assert.deepEqual(
    callbacks.delivered.map(({ headers }) => headers['X-Hub-Signature']),
    [sign('old'), sign('new')],
  );
});

test('what waits for its turn is not delivered after the end of its subscription', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t, {
    settings: { concurrency: 1 },
  });
  for (const name of ['first', 'second']) await request({ callback: `https://${name}.example/` });
  const gate = Promise.withResolvers<undefined>();
  callbacks.script = { post: () => gate.promise };
  await publish('news');
  const [delivered] = callbacks.delivered;
  const other = delivered?.callback.includes('first') ? 'second' : 'first';
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
  await store.removeSubscriptions({ callback: CALLBACK });
  // As by a command, beside the hub: a subscriber that lacks the version, and a request.
  const moved = content.subscriptions.map((one) => ({
    ...one,
    callback: `${CALLBACK}?moved`,
    settled: 0,
  }));
  const asked = { ...intentOf({ callback: `${CALLBACK}?asked` }), requestedAt: clock.now() };
  const requests = [{ ...asked, attempts: 0, readyAt: clock.now() }];
  await store.importAll({ ...content, subscriptions: moved, requests });
  await clock.advance(60_000);
  assert.equal(callbacks.delivered.at(-1)?.callback, `${CALLBACK}?moved`);
  assert.equal(callbacks.asked.at(-1)?.callback, `${CALLBACK}?asked`);
});
