import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { ask } from '../support/ask.ts';
import type { Received, Subscriber } from '../support/subscriber.ts';
import { HUB_URL, startHubService, TOPIC, TOPIC_PATHS, TOPICS } from '../support/websub-hub.ts';
import { createStart } from '../support/websub-subscribers.ts';

// Order, retries and counts, by a manual clock: tests/journeys/hub/delivery.test.ts, tests/journeys/hub/failures.test.ts.
const hub = await startHubService({ after });
const { url } = hub.service;
const start = createStart({ after });

let edits = 0;
async function publish(): Promise<void> {
  await hub.announce(`Edition ${++edits}: größer & “besser” 🙂 خدمة`);
  await hub.settled();
}

async function subscribeToAll(subscriber: Subscriber, fields = {}): Promise<void> {
  for (const topic of TOPICS) {
    await hub.subscribe(subscriber.callback(new URL(topic).pathname), {
      'hub.topic': topic,
      ...fields,
    });
  }
}

/** What came for a topic; subscribeToAll gives each a callback of its own. */
function deliveriesOf(subscriber: Subscriber, path: string): readonly Received[] {
  return subscriber.deliveries.filter((one) => one.url === path);
}

test('P6 §6, part 6 rule 1: an edit reaches the subscribers of all topics within seconds', async (t) => {
  const subscriber = await start(t);
  await subscribeToAll(subscriber);
  const startedAt = performance.now();
  await hub.announce('Quickly.');
  await subscriber.waitFor(3, ({ method }) => method === 'POST');
  assert.ok(performance.now() - startedAt < 5000);
});

test('H19 §7, part 6 rules 1 to 3: each topic comes by POST as GET has it', async (t) => {
  const subscriber = await start(t);
  await subscribeToAll(subscriber);
  await publish();
  assert.equal(subscriber.deliveries.length, 3);
  for (const path of TOPIC_PATHS) {
    const [delivery] = deliveriesOf(subscriber, path);
    assert.ok(delivery);
    const topic = await ask(url, path);
    assert.deepEqual(delivery.body, topic.body, path);
    assert.equal(delivery.headers['content-length'], String(topic.body.length));
    assert.equal(delivery.headers['content-encoding'], undefined);
    await t.test(`H20 §7: ${path} has its media type`, () => {
      const type = delivery.headers['content-type'];
      assert.equal(type, topic.headers['content-type']);
      assert.equal(type, path === '/feed.xml' ? 'application/atom+xml' : 'application/json');
    });
    await t.test(`H21 §7: ${path} has one Link header, of the hub and the topic`, () => {
      const links = delivery.rawHeaders.filter((_, index, all) => {
        return index % 2 === 1 && all[index - 1]?.toLowerCase() === 'link';
      });
      const self = TOPIC.replace('/reviews.json', path);
      assert.deepEqual(links, [`<${HUB_URL}>; rel="hub", <${self}>; rel="self"`]);
    });
  }
});

test('H22 §7: a delivery goes to the callback as it is given, and its query stays there', async (t) => {
  const subscriber = await start(t);
  const paths = ['/x?a=1&a=%2F+&hub.mode=z', '/%7Ex//y/../z?', '/'];
  for (const path of paths) await hub.subscribe(subscriber.callback(path));
  await publish();
  assert.deepEqual(subscriber.deliveries.map((one) => one.url).sort(), paths.toSorted());
  const { body } = await ask(url, '/reviews.json');
  for (const delivery of subscriber.deliveries) assert.deepEqual(delivery.body, body);
});

test('H23 §7, part 6 rule 4: every 2xx acknowledges', async (t) => {
  const subscriber = await start(t);
  const codes = [200, 201, 202, 204, 299];
  for (const code of codes) await hub.subscribe(subscriber.callback(`/${code}`));
  subscriber.behave(({ method, url: asked }) =>
    method === 'POST' ? { status: Number(asked.slice(1)) } : undefined,
  );
  await publish();
  assert.equal(subscriber.deliveries.length, codes.length, 'nothing is repeated');
});

test('H23 §7, H25 §7, part 6 rule 5: all else fails and is tried again, also redirects, which nobody follows', async (t) => {
  const elsewhere = await start(t);
  const failing = await Promise.all(
    [301, 302, 303, 307, 308, 400, 404, 429, 500, 503].map(async (status) => {
      const subscriber = await start(t);
      await hub.subscribe(subscriber.callback());
      const headers = { Location: elsewhere.callback(), 'Retry-After': '0' };
      subscriber.behave(({ method }) => (method === 'POST' ? { status, headers } : undefined));
      return { status, subscriber };
    }),
  );
  for (const edition of [1, 2, 3]) {
    await publish();
    for (const { status, subscriber } of failing) {
      assert.equal(subscriber.deliveries.length, 3 * edition, `attempts answered ${status}`);
    }
  }
  assert.equal(elsewhere.connections, 0);

  await t.test('H26 §7: after three the subscription ends, and its callback is told', async () => {
    for (const { subscriber } of failing) {
      const [, denied] = await subscriber.waitFor(2, ({ method }) => method === 'GET');
      assert.deepEqual(Object.fromEntries(new URL(denied?.url ?? '', TOPIC).searchParams), {
        'hub.mode': 'denied',
        'hub.topic': TOPIC,
        'hub.reason': '3 consecutive deliveries failed',
      });
    }
    await publish();
    for (const { subscriber } of failing) assert.equal(subscriber.deliveries.length, 9);
  });

  await t.test('part 3: who was removed may subscribe again', async () => {
    const [first] = failing;
    assert.ok(first);
    first.subscriber.behave(() => undefined);
    await hub.subscribe(first.subscriber.callback());
    await publish();
    assert.equal(first.subscriber.deliveries.length, 10);
  });
});

test('H23 §7: 410 ends a subscription at once, without another word', async (t) => {
  const subscriber = await start(t);
  const other = await start(t);
  for (const { callback } of [subscriber, other]) await hub.subscribe(callback());
  subscriber.behave(({ method }) => (method === 'POST' ? { status: 410 } : undefined));
  await publish();
  await publish();
  assert.deepEqual([subscriber.received.length, other.received.length], [2, 3]);
});

test('H24 §7: whatever body an answer has, it is no matter', async (t) => {
  const behaviours = ['flood', 'drip', { status: 200, body: '<html>'.repeat(50_000) }] as const;
  const subscribers = await Promise.all(
    behaviours.map(async (behaviour) => {
      const subscriber = await start(t);
      await hub.subscribe(subscriber.callback());
      subscriber.behave(({ method }) => (method === 'POST' ? behaviour : undefined));
      return subscriber;
    }),
  );
  for (const edition of [1, 2]) {
    await publish();
    for (const { deliveries } of subscribers) assert.equal(deliveries.length, edition);
  }
});

test('H25 §7: a notification that fails twice comes a third time', async (t) => {
  const subscriber = await start(t);
  await hub.subscribe(subscriber.callback());
  let asked = 0;
  subscriber.behave(({ method }) => {
    if (method === 'GET') return undefined;
    return ++asked < 3 ? (asked === 1 ? 'reset' : { status: 500 }) : { status: 200 };
  });
  await publish();
  assert.equal(subscriber.deliveries.length, 3);
  assert.equal(new Set(subscriber.deliveries.map(({ body }) => body.toString())).size, 1);
});

test('H27 §7.1: who gave a secret can verify each topic; who gave none gets no signature', async (t) => {
  const secret = 'geheim & ✓ +%';
  const signed = await start(t);
  const plain = await start(t);
  await subscribeToAll(signed, { 'hub.secret': secret });
  await subscribeToAll(plain);
  await publish();
  assert.equal(signed.deliveries.length, 3);
  for (const { headers, body } of signed.deliveries) {
    assert.ok(body.includes('größer'), 'bytes beyond ASCII');
    const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    assert.equal(headers['x-hub-signature'], expected);
  }
  assert.equal(plain.deliveries.length, 3);
  for (const { headers } of plain.deliveries) assert.equal(headers['x-hub-signature'], undefined);
});

test('part 6 rule 3: who follows the links of a notification renews and unsubscribes by them', async (t) => {
  const subscriber = await start(t);
  await hub.subscribe(subscriber.callback());
  await publish();
  const link = String(subscriber.deliveries[0]?.headers.link);
  const [, hubUrl = '', topic = ''] =
    /^<([^>]*)>; rel="hub", <([^>]*)>; rel="self"$/.exec(link) ?? [];
  const answered = await fetch(url + new URL(hubUrl).pathname, {
    method: 'POST',
    body: new URLSearchParams({
      'hub.mode': 'unsubscribe',
      'hub.topic': topic,
      'hub.callback': subscriber.callback(),
    }),
  });
  assert.equal(answered.status, 202);
  await hub.verified();
  await publish();
  assert.equal(subscriber.deliveries.length, 1);
});
